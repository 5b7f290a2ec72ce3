import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeJson } from './media-bus-codec.ts';
import { kindYield } from './media-bus-protocol.ts';

/** Asked anew this often: a predecessor hears it only once it knows that its own main process is gone. */
const askEveryMs = 300;
export interface SuccessionLimits {
  /** A recorder closes its files within three seconds; one that does not even hear is ended after so long. */
  patienceMs: number;
  /** Whoever is still there after so long is no recorder, or one of somebody else whom the system does not let end. */
  giveUpMs: number;
}

const usualLimits: SuccessionLimits = { patienceMs: 12_000, giveUpMs: 75_000 };

/** Where the number of the process lies that listens on a socket. */
export const listenerFile = (path: string): string => `${path}.pid`;

/** Asks whoever listens to make room. False when nobody does. */
function ask(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.write(encodeJson(kindYield, {}));
      setTimeout(() => socket.destroy(), askEveryMs);
      socket.once('close', () => resolve(true));
    });
    socket.once('error', () => resolve(false));
    // What it says to viewers is of no interest; unread it would keep the connection open.
    socket.resume();
  });
}

/** Ends the process that noted itself as listener, where the system tells that it is still a recorder. */
function endListener(path: string): void {
  try {
    const pid = Number(readFileSync(listenerFile(path), 'utf8'));
    if (pid > 1 && pid !== process.pid && readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('media-worker'))
      process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already, or nobody knows who it is.
  }
}

/** Read when it is needed: the catalogue brings schemas, which recorders use for nothing else. */
async function lockedFailure(path: string): Promise<Error> {
  const { AppError } = await import('@sightline/contracts/shared/errors');
  return new AppError('data_folder_locked', { dataFolder: dirname(path), listener: listenerFile(path) });
}

/**
 * Takes the place of the recorder that outlived its main process: two must never write into one folder. Resolves when nobody
 * listens on the socket any more. Fails with `data_folder_locked` when somebody does who neither makes room nor can be ended: whoever wants to
 * record then ends, is told of, and tries again.
 */
export async function succeedListener(path: string, limits: SuccessionLimits = usualLimits): Promise<void> {
  const beganMs = performance.now();
  while (await ask(path)) {
    const waitedMs = performance.now() - beganMs;
    if (waitedMs > limits.giveUpMs) throw await lockedFailure(path);
    if (waitedMs > limits.patienceMs) endListener(path);
    await wait(20);
  }
}
