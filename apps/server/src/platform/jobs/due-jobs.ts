import type { PgBoss } from 'pg-boss';
import type { Log } from '../log/log.ts';

/** No queue is looked at more often. */
const lookMs = 500;

/** One worker of a queue; `isBusy` says that it has jobs in hand, and looks for more by itself when it is done with them. */
export interface IdleWorker {
  id: string;
  isBusy: () => boolean;
}

interface WatchedQueue {
  workers: readonly IdleWorker[];
  everyMs: number;
  /** By the clock that only goes forward. */
  nextLookMs: number;
}

/**
 * How many jobs of each queue are due, up to as many as there are workers for. All queues are in our migrations' one table: the library
 * would make one of its own only for queues that ask for it.
 */
const dueOf = `
  select q.name, due.count
  from unnest($1::text[], $2::int[]) as q (name, most)
  cross join lateral (
    select count(*)::int as count
    from (
      select from jobs.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= jobs.job_now()
      limit q.most
    ) as waiting
  ) as due
  where due.count > 0`;

/**
 * Looks whether something is due, for all workers of this process in one statement, and wakes as many as there are jobs. By itself each
 * worker of the library asks for jobs again and again: dozens of long statements a second in a server that has nothing to do.
 */
export class DueJobs {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #queues = new Map<string, WatchedQueue>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  constructor(boss: PgBoss, log: Log) {
    this.#boss = boss;
    this.#log = log;
  }

  /** Looks at a queue from now on. Its workers have looked once themselves when they began. */
  watch(name: string, workers: readonly IdleWorker[], everyMs: number): void {
    this.#queues.set(name, { workers, everyMs, nextLookMs: performance.now() + everyMs });
    this.#plan();
  }

  forget(name: string): void {
    this.#queues.delete(name);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  #plan(): void {
    if (this.#isStopped || this.#timer || this.#looking || this.#queues.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#looking = this.#look().finally(() => {
        this.#looking = null;
        this.#plan();
      });
    }, lookMs);
  }

  async #look(): Promise<void> {
    const nowMs = performance.now();
    const looked = [...this.#queues].filter(([, { nextLookMs }]) => nextLookMs < nowMs + lookMs / 2);
    if (looked.length === 0) return;
    for (const [, queue] of looked) queue.nextLookMs = nowMs + queue.everyMs;
    try {
      const names = looked.map(([name]) => name);
      const most = looked.map(([, { workers }]) => workers.length);
      const { rows } = await this.#boss.getDb().executeSql(dueOf, [names, most]);
      for (const { name, count } of rows as { name: string; count: number }[]) this.#wake(name, count);
    } catch (error) {
      this.#log.warn({ err: error }, 'it could not be seen whether work is due; it is looked again');
    }
  }

  #wake(name: string, count: number): void {
    const idle = this.#queues.get(name)?.workers.filter((worker) => !worker.isBusy()) ?? [];
    for (const { id } of idle.slice(0, count)) this.#boss.notifyWorker(id);
  }
}
