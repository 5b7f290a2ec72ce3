import { AppError } from '@sightline/contracts/shared/errors';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Socket paths longer than this do not fit the kernel's address. */
const socketPathLimit = 100;

/** A short, private path for a Unix socket that belongs to a data folder. */
export function socketPathFor(dataFolder: string, name: string): string {
  const direct = join(dataFolder, name);
  if (direct.length <= socketPathLimit) return direct;
  const folder = join(tmpdir(), `sightline-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, name);
}

/** True when a living process listens on the socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/**
 * Takes the data folder for this process. The lock is a listening socket: the kernel lets go of it however the process
 * ends. Fails with `data_folder_locked` while another process has it.
 */
export async function lockDataFolder(dataFolder: string): Promise<{ release: () => void }> {
  const path = socketPathFor(dataFolder, 'core.lock');
  if (await isListening(path)) throw new AppError('data_folder_locked', { dataFolder });
  rmSync(path, { force: true });
  const server = await listen(path);
  server.unref();
  return {
    release: () => {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

/** Waits until nobody listens on a socket any more: the workers of a killed predecessor need a moment to finish. */
export async function waitUntilFree(path: string, limitMs: number): Promise<boolean> {
  const endMs = performance.now() + limitMs;
  while (await isListening(path)) {
    if (performance.now() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}
