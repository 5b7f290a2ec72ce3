import { AppError } from '@sightline/contracts/shared/errors';
import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { hearClock } from './shared-clock.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { workerHeartbeatMs } from './worker-messages.ts';

export interface WorkerDeps {
  /** Receives the whole wanted state each time it changes. Calls never overlap. */
  configure: (config: unknown) => Promise<void> | void;
  /** Answers a request of the main process; throws AppError for a failure of the catalogue. */
  commands: Record<string, (body: unknown) => Promise<unknown>>;
  /** Ends everything that writes; the process exits right after. */
  stop: () => Promise<void>;
}

/** How long a worker may take to finish what it writes once it is told to stop. */
const stopLimitMs = 4_000;

/** Sends to the main process; a channel that has just closed is no error, the process is about to exit. */
export function sendToMain(message: FromWorker): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Tells the main process that something happened. */
export const emitFromWorker = (event: unknown): void => sendToMain({ type: 'event', event });

async function answer(deps: WorkerDeps, message: ToWorker & { type: 'request' }): Promise<void> {
  const { requestId, command, body } = message;
  try {
    const handler = Object.hasOwn(deps.commands, command) ? deps.commands[command] : undefined;
    if (!handler) throw new AppError('bad_request', { command });
    sendToMain({ type: 'reply', requestId, body: (await handler(body)) ?? null });
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal', { detail: String(error) });
    sendToMain({ type: 'failure', requestId, code: known.code, data: known.data });
  }
}

/**
 * Turns this process into a worker of the edge: answers requests, says every second that it lives, and exits when the
 * main process is gone, so that no orphan keeps a camera or a file open.
 */
export function runWorker(deps: WorkerDeps): void {
  let configuring: Promise<void> = Promise.resolve();
  const heartbeat = setInterval(() => sendToMain({ type: 'heartbeat' }), workerHeartbeatMs);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    clearInterval(heartbeat);
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    void deps.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('message', (message: ToWorker) => {
    if (hearClock(message)) return;
    if (message.type === 'request') void answer(deps, message);
    else configuring = configuring.then(() => deps.configure(message.config));
  });
  onParentGone(stop);
  process.on('SIGTERM', stop);
  // Ctrl-C reaches the whole group: the main process decides when its workers stop.
  process.on('SIGINT', () => undefined);
  sendToMain({ type: 'ready' });
}
