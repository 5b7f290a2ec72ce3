import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

export type DataLock = { release(): Promise<void> };

/**
 * Takes the only lock of a data folder: a listening unix socket in `socketFolder`, which the kernel
 * releases on any death of its holder. Throws `data_folder_locked` when another process listens.
 */
export async function takeDataLock(socketFolder: string, dataDir: string): Promise<DataLock> {
  const path = join(socketFolder, 'lock');
  const own = join(socketFolder, `.l${process.pid}-${randomUUID().slice(0, 8)}`);
  const server = await listen(own);
  try {
    while (!tryLink(own, path)) await clearStale(path, dataDir);
  } catch (error) {
    server.close();
    throw error;
  }
  const inode = statSync(own).ino;
  rmSync(own);
  return {
    release: () =>
      new Promise((resolve) => {
        if (inodeOf(path) === inode) rmSync(path, { force: true });
        server.close(() => resolve());
      }),
  };
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });
}

function tryLink(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock nobody listens on. Moved aside first and asked again, so that a racing newcomer's lock is put back. */
async function clearStale(path: string, dataDir: string): Promise<void> {
  refuseHeld(await holderOf(path), dataDir);
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const holder = await holderOf(aside);
  if (holder !== undefined) tryLink(aside, path);
  rmSync(aside, { force: true });
  refuseHeld(holder, dataDir);
}

function refuseHeld(holder: string | undefined, dataDir: string): void {
  if (holder === undefined) return;
  const message = `The data folder ${dataDir} is in use by another running copy (process ${holder}); stop it or choose another folder with --data.`;
  throw new StartFailure('data_folder_locked', message);
}

/** The process number of whoever listens there, or undefined. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    let connected = false;
    const socket = connect(path);
    // A holder that is stopped or busy accepts in the kernel but does not answer: it still holds.
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(connected ? answer || 'unknown' : undefined));
  });
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
