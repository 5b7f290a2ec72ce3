import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { clockArguments } from '../../platform/clock.ts';
import { startOwnTimeLimit } from '../../platform/processes/own-time-limit.ts';
import { shareClock } from '../../platform/processes/shared-clock.ts';
import type { FromCompatWorker, ToCompatWorker } from './compat-messages.ts';

/** A running compatibility worker with room for some streams. */
export interface CompatProcess {
  /** Streams that it reads now. */
  load(): number;
  open(message: Extract<ToCompatWorker, { type: 'open' }>, hear: (message: FromCompatWorker) => void): void;
  stop(id: number): void;
}

/** Most streams of one process: each blocks one of its threads while the camera is silent. */
export const maxStreams = 16;
const poolThreads = maxStreams + 8;
// A stream that does not react to its interrupt costs the process: the others of it reconnect.
const stopWithinMs = 3000;

/** Forks the program of a worker; it ends when its last stream has ended, or with this process. */
export function startCompatProcess(worker: URL, gone: () => void): CompatProcess {
  const listeners = new Map<number, (message: FromCompatWorker) => void>();
  // The number of threads is fixed when the process starts; it needs nothing else of our environment.
  const child: ChildProcess = fork(fileURLToPath(worker), clockArguments(), {
    execArgv: [],
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: String(poolThreads) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  shareClock(child);
  let dead = false;
  const end = (detail: string): void => {
    if (dead) return;
    dead = true;
    gone();
    const hearers = [...listeners];
    listeners.clear();
    for (const [id, hear] of hearers) hear({ type: 'ended', id, reason: 'recorder_down', detail });
  };
  child.on('message', (message: FromCompatWorker) => {
    listeners.get(message.id)?.(message);
    if (message.type !== 'ended') return;
    listeners.delete(message.id);
    if (listeners.size > 0) return;
    end('');
    child.disconnect();
  });
  child.on('error', () => end('the compatibility driver could not be started'));
  child.on('exit', () => end('the compatibility driver ended unexpectedly'));
  const notify = (message: ToCompatWorker): void => {
    if (child.connected) child.send(message);
  };
  return {
    load: () => listeners.size,
    open(message, hear) {
      listeners.set(message.id, hear);
      notify(message);
    },
    stop(id) {
      notify({ type: 'stop', id });
      // The others that it reads lose pictures when it is ended.
      startOwnTimeLimit(child.pid ?? 0, stopWithinMs, () => {
        if (listeners.has(id)) child.kill('SIGKILL');
      });
    },
  };
}
