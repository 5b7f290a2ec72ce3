import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import {
  prepareFolder,
  prepareSocketFolder,
  requireFreeSpace,
  requireTraversable,
} from '../../apps/server/src/platform/database/embedded/data-folder.ts';
import { takeDataLock, type DataLock } from '../../apps/server/src/platform/database/embedded/data-lock.ts';
import { chooseAccount } from '../../apps/server/src/platform/database/embedded/program-account.ts';
import { StartFailure, toStartFailure } from '../../apps/server/src/platform/database/embedded/start-failure.ts';
import { checkout } from './checkout.ts';
import { UsageError } from './exit-codes.ts';

export type ProgramName = 'server' | 'edge' | 'demo';

/**
 * The data folder when none is given: named by the checkout, so that two clones do not meet. As root the database
 * runs under another account, which may be unable to enter the checkout (root's home); then the system's state folder.
 */
function defaultDataFolder(): string {
  try {
    requireTraversable(checkout, chooseAccount());
    return join(checkout, '.data');
  } catch (error) {
    if (!(error instanceof StartFailure && error.code === 'data_folder_untraversable')) throw error;
    return join('/var/lib/sightline', createHash('sha256').update(checkout).digest('hex').slice(0, 12));
  }
}

/** The data folder as given, or the default one; it need not exist. */
export function dataFolderOf(given: string | undefined): string {
  return given === undefined ? defaultDataFolder() : resolve(given);
}

/** Makes and checks the data folder and returns its real path. */
export function openDataFolder(given: string | undefined): string {
  // The database's account has to pass through it; what is secret inside has modes of its own.
  return prepareFolder(dataFolderOf(given), process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Each program has a folder of its own below the data folder, and one lock in it. */
export async function takeProgramFolders(dataFolder: string, names: ProgramName[]): Promise<DataLock> {
  const locks: DataLock[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(locks.map((lock) => lock.release()));
  };
  try {
    if (names.includes('server') && !process.env['DATABASE_URL']) requireRoomForDatabase(dataFolder);
    for (const name of names) {
      const folder = programFolder(dataFolder, name);
      mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 && name === 'server' ? 0o711 : 0o700 });
      locks.push(await takeDataLock(prepareSocketFolder(folder, 'run', undefined), dataFolder));
    }
    return { release };
  } catch (error) {
    await release();
    throw toStartFailure(error, dataFolder);
  }
}

/** The database would find out by itself, but only after the web app has been built. */
function requireRoomForDatabase(dataFolder: string): void {
  requireTraversable(dataFolder, chooseAccount());
  if (!existsSync(programFolder(dataFolder, 'server'))) requireFreeSpace(dataFolder);
}

export function programFolder(dataFolder: string, name: ProgramName): string {
  return join(dataFolder, name);
}

/** Refuses early, before anything is built or started. */
export function requireFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, { port, host })));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolvePort()));
  });
}

function explainListenError(error: NodeJS.ErrnoException, address: { port: number; host: string }): Error {
  const { port, host } = address;
  if (error.code === 'EADDRINUSE')
    return new StartFailure(
      'port_taken',
      `Port ${port} on ${host} is taken by another program; choose another with --port.`,
      error,
    );
  if (error.code === 'EACCES')
    return new StartFailure(
      'port_taken',
      `This user may not listen on port ${port}; choose one above 1023 with --port.`,
      error,
    );
  return new UsageError(`${host} is not an address of this machine (${error.code})`);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
