import { AppError, errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { StartFailure } from '../platform/database/embedded/start-failure.ts';
import { makeRoom } from '../platform/disk/disk-reserve.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog, maskSecrets, type Log } from '../platform/log/log.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { readConfig } from './config.ts';
import { Parent } from './parent.ts';
import { startServer } from './server.ts';

const stopLimitMs = 8_000;

interface Stoppable {
  stop(): Promise<void>;
}

function failureOf(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof StartFailure) return { code: error.code, message: error.message };
  if (error instanceof AppError) return { code: error.code, message: error.message };
  const errno = (error as NodeJS.ErrnoException | null)?.code;
  if (errno === 'EADDRINUSE') return { code: 'port_taken', message: errorCatalogue.port_taken.text };
  if (errno === 'EACCES' || errno === 'EROFS')
    return { code: 'data_folder_unwritable', message: errorCatalogue.data_folder_unwritable.text };
  if (errno === 'ENOSPC') return { code: 'disk_full', message: errorCatalogue.disk_full.text };
  return { code: 'internal', message: maskSecrets(error instanceof Error ? error.message : String(error)) };
}

async function openDatabaseServer(
  config: ServerConfig,
  parent: Parent,
  log: Log,
): Promise<Stoppable & { connectionString: string }> {
  if (config.databaseUrl !== null) {
    const connectionString = config.databaseUrl;
    return { connectionString, stop: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'database'),
    log: (line) => log.debug({ line }, 'database'),
    onStep: (step) => parent.step(step),
  });
  postgres.onExit(({ restarting }) => {
    if (!restarting) parent.fail({ code: 'database_start_failed', message: errorCatalogue.database_start_failed.text });
  });
  return postgres;
}

async function migrateOrExplain(connectionString: string): Promise<void> {
  try {
    await migrate(connectionString);
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException | null)?.code ?? '';
    if (/^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|28P01|28000|3D000)$/.test(errno))
      throw new AppError('database_unreachable', {}, { cause: error });
    throw error;
  }
}

async function main(): Promise<void> {
  const started: Stoppable[] = [];
  const stop = async (exitCode: number): Promise<void> => {
    setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), stopLimitMs).unref();
    for (const part of started.splice(0).reverse()) await part.stop();
    process.exit(exitCode);
  };
  const parent = new Parent((code) => void stop(code));
  try {
    parent.step('read configuration');
    const config = readConfig(process.argv.slice(2));
    const log = createLog(config.logLevel);
    makeRoom(config.dataDir);
    const database = await openDatabaseServer(config, parent, log);
    started.push(database);
    parent.step('migrate database');
    await migrateOrExplain(database.connectionString);
    parent.step('start server');
    const server = await startServer(config, { connectionString: database.connectionString, log });
    started.push(server);
    parent.ready(server.url);
  } catch (error) {
    parent.fail(failureOf(error));
  }
}

await main();
