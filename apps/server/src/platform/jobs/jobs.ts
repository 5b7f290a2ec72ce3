import type { AccountScope } from '../database/database.ts';
import type { JobEnd, JobInHand, JobQueue, NewJob } from './job-queue.ts';

/** How a process works on a queue. */
export interface WorkOptions {
  /** Jobs at a time in this process, 1 by default. */
  atOnce?: number;
  /** How often it is looked for one of those at a time whether something is due, s; never twice within half a second. */
  everySeconds?: number;
}

/** What a process does of a queue; `stop` lets the jobs in hand end. */
export interface Worker {
  stop(): Promise<void>;
}

/**
 * Work that is to be done once, later or elsewhere, kept in the database until it is done: it survives whoever had it in hand, and is done
 * at least once. So whoever does it looks first whether it is done.
 */
export interface Jobs {
  /** In the transaction of the rows that it is about, so that there are both or neither; as is all that takes a scope. */
  add<T extends object>(scope: AccountScope, queue: JobQueue<T>, job: NewJob<T>): Promise<void>;
  addAll<T extends object>(scope: AccountScope, queue: JobQueue<T>, jobs: readonly NewJob<T>[]): Promise<void>;
  /**
   * Asks for a job of which at most one waits: one of its key that waits already gets these data, and begins at once unless a time is
   * given, which it then keeps its own for. One that runs meanwhile goes on, and the new one follows it.
   */
  ask<T extends object>(scope: AccountScope, queue: JobQueue<T>, job: NewJob<T> & { key: string }): Promise<void>;
  /** Takes jobs back: what waits does not run, what runs hears it by its `signal`. */
  cancel(scope: AccountScope, queue: JobQueue, ids: readonly string[]): Promise<void>;
  /** Works on a queue from now on. A handler that throws has its job tried again; in the end it is kept as failed. */
  work<T extends object>(
    queue: JobQueue<T>,
    options: WorkOptions,
    handle: (job: JobInHand<T>) => Promise<JobEnd | void>,
  ): Promise<Worker>;
  /** The same for jobs that are cheaper together; the handler answers the ends of those that are not done, by their ids. */
  workTogether<T extends object>(
    queue: JobQueue<T>,
    options: WorkOptions & { upTo: number },
    handle: (jobs: readonly JobInHand<T>[]) => Promise<ReadonlyMap<string, JobEnd>>,
  ): Promise<Worker>;
  /** Sends dead letters of a queue again, as new jobs; all of them unless some are named. Answers how many. */
  sendAgain(queue: JobQueue, ids?: readonly string[]): Promise<number>;
}

/** The jobs of this process; `stop` lets those in hand end. */
export interface OpenJobs extends Jobs {
  stop(): Promise<void>;
}
