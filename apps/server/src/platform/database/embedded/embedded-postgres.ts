import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clusterUser, initialiseCluster, readOrMakePassword } from './cluster-init.ts';
import { prepareFolder, prepareSocketFolder, requireFreeSpace, requireTraversable } from './data-folder.ts';
import { takeDataLock, type DataLock } from './data-lock.ts';
import { PostgresSupervisor, type PostgresExit } from './postgres-supervisor.ts';
import { chooseAccount, type ProgramAccount } from './program-account.ts';
import { stagePrograms } from './program-staging.ts';
import { StartFailure, toStartFailure } from './start-failure.ts';

const databaseName = 'sightline';

export type EmbeddedOptions = {
  /** Folder of our own inside the product's data folder; made when missing. */
  dataDir: string;
  /** Receives PostgreSQL's own log lines and what the supervisor does. */
  log: (line: string) => void;
  /** Only tests turn it off; then a power cut may lose the cluster. */
  fsync?: boolean;
  /** Called as each step of the start begins, for showing progress. */
  onStep?: (step: string) => void;
};

export type DatabaseConnection = { host: string; port: number; user: string; password: string; database: string };

export type EmbeddedPostgres = {
  connection: DatabaseConnection;
  /** The same as a URL, for the `pg` driver. */
  connectionString: string;
  /** Process number of the running postmaster; undefined while it is being restarted. */
  postmasterPid(): number | undefined;
  /** Called after every unexpected exit; `restarting: false` means that the supervisor has given up. */
  onExit(listener: (exit: PostgresExit) => void): void;
  /** Fast shutdown; resolves when every process is gone and the data folder is free. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on a data folder of our own and keeps it running. No network listener: a unix socket in
 * a private folder, and a password even there. Throws `StartFailure`; a failed start leaves nothing running.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const account = chooseAccount();
    const dataDir = prepareFolder(options.dataDir, account ? 0o711 : 0o700);
    requireTraversable(dataDir, account);
    const lock = await takeDataLock(prepareSocketFolder(dataDir, 'lock', undefined), dataDir);
    try {
      const { connection, supervisor } = await startLocked({ ...options, dataDir }, account);
      return describe(connection, supervisor, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw toStartFailure(error, options.dataDir);
  }
}

type Started = { connection: DatabaseConnection; supervisor: PostgresSupervisor };

async function startLocked(options: EmbeddedOptions, account: ProgramAccount | undefined): Promise<Started> {
  const { dataDir, log, fsync = true, onStep = () => undefined } = options;
  if (!existsSync(join(dataDir, 'cluster'))) requireFreeSpace(dataDir);
  onStep('stage PostgreSQL programs');
  const programs = await stagePrograms(dataDir);
  const password = readOrMakePassword(dataDir);
  onStep('initialise PostgreSQL');
  await initialiseCluster({ dataDir, programs, account, fsync }, password);
  onStep('start PostgreSQL');
  const socketFolder = prepareSocketFolder(dataDir, 'socket', account);
  const supervisor = new PostgresSupervisor({ dataDir, socketFolder, account, fsync, program: programs.postgres, log });
  await supervisor.start();
  const connection = { host: socketFolder, port: 5432, user: clusterUser, password, database: databaseName };
  try {
    await createDatabaseIfMissing(connection);
    return { connection, supervisor };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

async function createDatabaseIfMissing(connection: DatabaseConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFailure(
      'database_start_failed',
      `PostgreSQL started but refused our first connection: ${reason}`,
      error,
    );
  } finally {
    await client.end();
  }
}

function describe(connection: DatabaseConnection, supervisor: PostgresSupervisor, lock: DataLock): EmbeddedPostgres {
  const { host, port, user, password, database } = connection;
  let stopped: Promise<void> | undefined;
  const stopAndRelease = async (): Promise<void> => {
    try {
      await supervisor.stop();
    } finally {
      await lock.release();
    }
  };
  return {
    connection,
    connectionString: `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    postmasterPid: () => supervisor.postmasterPid,
    onExit: (listener) => supervisor.onExit(listener),
    stop: () => (stopped ??= stopAndRelease()),
  };
}
