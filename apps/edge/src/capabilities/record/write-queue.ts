/** Jobs of one stream, one after another. Counts the bytes that wait, which is the back-pressure of the recorder. */
export interface WriteQueue {
  add(job: () => Promise<void>, bytes: number): void;
  pendingBytes(): number;
  /** Resolves when everything added so far is done. */
  drained(): Promise<void>;
}

/** Makes a queue; `failed` hears of errors that a job did not handle itself. */
export function createWriteQueue(failed: (error: unknown) => void): WriteQueue {
  const jobs: { job: () => Promise<void>; bytes: number }[] = [];
  let running = false;
  let pending = 0;
  let waiters: (() => void)[] = [];
  const run = async (): Promise<void> => {
    running = true;
    for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) {
      try {
        await next.job();
      } catch (error) {
        failed(error);
      }
      pending -= next.bytes;
    }
    running = false;
    const waiting = waiters;
    waiters = [];
    for (const resolve of waiting) resolve();
  };
  return {
    add(job, bytes) {
      jobs.push({ job, bytes });
      pending += bytes;
      if (!running) void run();
    },
    pendingBytes: () => pending,
    drained: () => (running ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve()),
  };
}
