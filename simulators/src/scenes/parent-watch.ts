import { Worker } from 'node:worker_threads';

/**
 * Ends this process when the one with the number `parentPid` is no longer its parent, also while the main thread is busy: drawing what
 * stands still in a scene takes seconds without a pause, on a busy machine a minute, in which a closed channel is not heard.
 */
export function watchParent(parentPid: number): void {
  new Worker(new URL('./parent-watch-thread.ts', import.meta.url), { workerData: parentPid }).unref();
}
