import { deleteOldFailures } from '../auth/attempt-locks.ts';
import type { Database } from '../database/database.ts';
import { deleteOldMails } from '../mail/mail-queue.ts';
import type { HousekeepingJob } from '../features/server-feature.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

const everyMs = 15 * 60_000;

export interface HousekeepingDeps {
  jobs: readonly HousekeepingJob[];
  clock: Clock;
  log: Log;
}

/** Lets features throw away what has run out. Each thing is refused by its own date long before. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), everyMs);
    this.#begin();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** Does all of it once, one after the other. What fails is logged, holds nothing else up, and runs again with the next round. */
  async tidy(): Promise<void> {
    const { jobs, clock, log } = this.#deps;
    const now = new Date(clock());
    for (const { name, run } of jobs) {
      await run(now).catch((error: unknown) => log.warn({ err: error, job: name }, 'housekeeping failed; retrying'));
    }
  }

  #begin(): void {
    this.#running = this.#running.then(() => this.tidy());
  }
}

/** What the platform itself keeps for a while. */
export const platformJobs = ({ database }: { database: Database }): HousekeepingJob[] => [
  { name: 'failed attempts', run: (now) => deleteOldFailures(database, now) },
  { name: 'sent mails', run: (now) => deleteOldMails(database, now) },
];
