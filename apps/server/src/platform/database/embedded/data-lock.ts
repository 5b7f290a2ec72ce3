import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** Held until released or until the process ends, however it ends. */
export type DataLock = { release(): Promise<void> };

const prefix = 'lock-';

/**
 * Takes the only lock of a data folder: a listening unix socket in `socketFolder`, which the kernel closes on
 * any death of its holder. Throws `data_folder_locked` when another process listens.
 *
 * Names are numbered. The highest one decides and is never removed, so nobody can take away a lock that became
 * live between looking and acting: a newcomer links the next number, which only one can, and only when the
 * highest answers no more; then it looks again whether a higher one has come, and only the holder removes lower ones.
 */
export async function takeDataLock(socketFolder: string, dataDir: string): Promise<DataLock> {
  const own = join(socketFolder, `.l${randomUUID().slice(0, 8)}`);
  const server = await listen(own);
  try {
    await linkNextNumber(own, { socketFolder, dataDir });
  } catch (error) {
    server.close();
    throw error;
  }
  rmSync(own);
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function linkNextNumber(own: string, lock: { socketFolder: string; dataDir: string }): Promise<void> {
  const pathOf = (number: number): string => join(lock.socketFolder, `${prefix}${number}`);
  for (;;) {
    const highest = Math.max(0, ...numbersIn(lock.socketFolder));
    if (highest > 0) refuseHeld(await holderOf(pathOf(highest)), lock.dataDir);
    const number = highest + 1;
    if (!tryLink(own, pathOf(number))) continue;
    const others = numbersIn(lock.socketFolder);
    if (others.some((other) => other > number)) {
      rmSync(pathOf(number), { force: true });
      continue;
    }
    for (const other of others) if (other < number) rmSync(pathOf(other), { force: true });
    return;
  }
}

function numbersIn(socketFolder: string): number[] {
  const names = readdirSync(socketFolder).filter((name) => name.startsWith(prefix));
  return names.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger);
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

function refuseHeld(holder: string | undefined, dataDir: string): void {
  if (holder === undefined) return;
  const message = `The data folder ${dataDir} is in use by another running copy (process ${holder}); stop it or choose another folder with --data.`;
  throw new StartFailure('data_folder_locked', message);
}

/** The process number of whoever listens there, or undefined when nobody does. */
function holderOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    let connected = false;
    const socket = connect(path);
    // A holder that is stopped or busy is accepted for by the kernel but does not answer: it still holds.
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(connected ? answer || 'unknown' : undefined));
  });
}
