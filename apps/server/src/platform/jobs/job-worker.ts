import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { Log } from '../log/log.ts';
import type { DueJobs, IdleWorker } from './due-jobs.ts';
import type { JobEnd, JobInHand, JobQueue } from './job-queue.ts';
import type { WorkOptions, Worker } from './jobs.ts';

interface Working<T extends object> {
  queue: JobQueue<T>;
  options: WorkOptions & { upTo: number };
  due: DueJobs;
  log: Log;
}

/** How often a worker looks by itself, s: `DueJobs` and word of new jobs wake it long before. */
const byItselfSeconds = 60;

type HandleJobs<T> = (jobs: readonly JobInHand<T>[]) => Promise<ReadonlyMap<string, JobEnd>>;

/** Works on a queue that is made. */
export async function startWorker<T extends object>(
  boss: PgBoss,
  working: Working<T>,
  handle: HandleJobs<T>,
): Promise<Worker> {
  const { queue, options, due } = working;
  const everySeconds = options.everySeconds ?? 1;
  const pauseSeconds = Math.max(byItselfSeconds, everySeconds);
  const bossOptions = {
    batchSize: options.upTo,
    pollingIntervalSeconds: pauseSeconds,
    notifyPollingIntervalSeconds: pauseSeconds,
    perJobResults: true,
  } as const;
  const workers: IdleWorker[] = [];
  for (let count = 0; count < (options.atOnce ?? 1); count += 1) {
    let isBusy = false;
    const id: string = await boss.work<T>(queue.name, bossOptions, async (taken) => {
      isBusy = true;
      const results = await handleTaken(boss, working, { taken, handle }).finally(() => (isBusy = false));
      // Where one was there may be more: it looks again at once instead of after the pause.
      boss.notifyWorker(id);
      return results;
    });
    workers.push({ id, isBusy: () => isBusy });
  }
  // As often as if each of them looked.
  due.watch(queue.name, workers, (everySeconds * 1_000) / workers.length);
  const stop = (): Promise<void> => {
    due.forget(queue.name);
    return boss.offWork(queue.name, { wait: true });
  };
  return { stop };
}

async function handleTaken<T extends object>(
  boss: PgBoss,
  { queue, log }: Working<T>,
  { taken, handle }: { taken: readonly Job<unknown>[]; handle: HandleJobs<T> },
): Promise<JobResult[]> {
  const { inHand, unread } = readJobs(queue, taken);
  const ends = new Map<string, JobEnd>(unread);
  let failure: unknown = null;
  try {
    for (const [id, end] of inHand.length > 0 ? await handle(inHand) : []) ends.set(id, end);
  } catch (error) {
    failure = error ?? new Error('unknown');
    log.warn({ err: error, queue: queue.name, jobs: inHand.map(({ id }) => id) }, 'a job failed');
  }
  return Promise.all(
    taken.map(async (job): Promise<JobResult> => {
      const end = ends.get(job.id);
      const reason = end?.reason ?? (failure && reasonOf(failure).message);
      if (reason !== null && isOver(queue, job, end))
        log.error(
          { code: 'job_failed' satisfies ErrorCode, queue: queue.name, job: job.id, reason },
          'a job failed for good',
        );
      if (end) return settle(boss, queue.name, { job, end });
      return failure
        ? { id: job.id, status: 'failed', output: reasonOf(failure) }
        : { id: job.id, status: 'completed' };
    }),
  );
}

/** A job that failed is not tried again. */
const isOver = ({ retries }: JobQueue, { retryCount }: Job<unknown>, end: JobEnd | undefined): boolean =>
  end?.kind === 'dead' || (end?.kind !== 'later' && retryCount >= retries.limit);

/** What failed is kept with the reason alone: an error may hold what is none of the queue's business. */
const reasonOf = (error: unknown): { message: string } => ({
  message: (error instanceof Error ? error.message : String(error)).slice(0, 300),
});

function readJobs<T extends object>(
  queue: JobQueue<T>,
  taken: readonly Job<unknown>[],
): { inHand: JobInHand<T>[]; unread: [string, JobEnd][] } {
  const inHand: JobInHand<T>[] = [];
  const unread: [string, JobEnd][] = [];
  for (const { id, data, retryCount, signal } of taken) {
    const read = queue.data.safeParse(data);
    if (read.success) inHand.push({ id, data: read.data, attempt: retryCount + 1, signal });
    else unread.push([id, { kind: 'dead', reason: `it does not carry what jobs of ${queue.name} carry` }]);
  }
  return { inHand, unread };
}

/** A time of its own: the job fails, and waits as long as it said instead of as long as its queue says. */
async function settle(
  boss: PgBoss,
  name: string,
  { job: { id, retryCount }, end }: { job: Job<unknown>; end: JobEnd },
): Promise<JobResult> {
  const output = { message: end.reason };
  if (end.kind === 'dead') return { id, status: 'deadletter', output };
  if (end.kind === 'again') return { id, status: 'failed', output };
  const transaction = await boss.getDb().beginTransaction?.();
  if (!transaction) throw new Error('the database of the queues begins no transactions');
  try {
    const { db } = transaction;
    await boss.fail(name, { id, retryCount }, output, { db });
    await boss.update(name, undefined, { id, startAfter: new Date(end.atMs), db });
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
  // It waits already: only a job that is still in hand is completed.
  return { id, status: 'completed' };
}
