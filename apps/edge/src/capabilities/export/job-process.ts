import type { Log } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { workerEntry } from '../../platform/processes/worker-entry.ts';

const restartMs = 1_000;

/** Starts the process that tests cameras, makes pictures and exports. */
export function startJobWorker(parts: {
  log: Log;
  onEvent: (event: unknown) => void;
  onRestart: () => void;
}): WorkerClient {
  const worker = new WorkerClient({
    name: 'jobs',
    entry: workerEntry('job-worker'),
    log: parts.log,
    onEvent: parts.onEvent,
    onCrash: () => setTimeout(parts.onRestart, restartMs),
  });
  worker.start();
  return worker;
}
