import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import { clearWaiting, findImport, setCause, waitingLines } from './camera-imports.repository.ts';
import { WorkEnded, workOnLine, type LineDeps } from './import-line-work.ts';
import { beat, claimWork, endWork, holdWork, type ImportWork } from './import-work.repository.ts';

const everyMs = 1_000;
/** A row takes a minute at most: a look by ONVIF, and one at the stream. */
const staleMs = 120_000;
/** A core that had its link so lately comes back soon, as all of them do when the server is started again. */
const returnMs = 60_000;
const againMs = 500;
/** Rows of one list at a time: a core looks at few streams at once. */
const width = 4;

export interface RunnerDeps extends LineDeps {
  memberOf: MemberOf;
  clock: Clock;
}

/** Works on lists of cameras whether anybody watches or not; what another process left behind is taken over. */
export class ImportRunner {
  readonly #deps: RunnerDeps;
  readonly #job: RepeatingJob;
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    const { log } = deps;
    this.#job = new RepeatingJob({
      everyMs,
      work: () => this.#claim(),
      log,
      failure: 'lists of cameras could not be looked for; it is tried again',
    });
  }

  start(): void {
    this.#job.start();
  }

  wake(): void {
    this.#job.wake();
  }

  /** Lets the rows that are begun come to their end; the rest waits for the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#job.stop();
    await Promise.all(this.#running);
  }

  async #claim(): Promise<void> {
    const { database, clock, log } = this.#deps;
    for (const work of await claimWork(database, new Date(clock()), new Date(clock() - staleMs))) {
      const running = this.#work(work)
        // Its beat grows old, and the list is taken up again.
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the work on a list of cameras was interrupted; it is taken up again'),
        )
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #work(work: ImportWork): Promise<void> {
    const { database, clock, memberOf } = this.#deps;
    const { organizationId } = work;
    // Since when no rows came to their end because the core was away.
    let stuckAtMs: number | null = null;
    for (;;) {
      if (this.#isStopping) return beat(database, work, null);
      const { list, lines } = await database.withOrganization(organizationId, async (trx) => ({
        list: await findImport(trx, work),
        lines: await waitingLines(trx, work, width),
      }));
      if (!list) return;
      if (lines.length === 0) {
        if (await database.withOrganization(organizationId, (trx) => endWork(trx, work))) return;
        continue;
      }
      await beat(database, work, new Date(clock()));
      const actor = await memberOf({ sessionId: work.sessionId, organizationId });
      if (!actor) return this.#end(work, 'camera_import_stopped');
      const outcomes = await Promise.allSettled(lines.map((line) => workOnLine(this.#deps, { actor, list, line })));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (!failed) {
        stuckAtMs = null;
        continue;
      }
      if (!(failed.reason instanceof WorkEnded)) throw failed.reason;
      stuckAtMs ??= clock();
      const { code } = failed.reason;
      const mayReturn = code === 'core_offline' && clock() - stuckAtMs < returnMs;
      if (!mayReturn || !(await this.#wasHereLately(organizationId, list.edgeId))) return this.#end(work, code);
      await delay(againMs);
    }
  }

  async #wasHereLately(organizationId: string, edgeId: string): Promise<boolean> {
    const { database, clock } = this.#deps;
    const edge = await database.withOrganization(organizationId, (trx) => findServingEdge(trx, organizationId, edgeId));
    const seenAt = edge?.revokedAt === null ? edge.lastSeenAt : null;
    return seenAt !== null && clock() - seenAt.getTime() < returnMs;
  }

  /** Nothing of the list waits any more, and it says why. */
  #end(work: ImportWork, cause: ErrorCode): Promise<void> {
    return this.#deps.database.withOrganization(work.organizationId, async (trx) => {
      await holdWork(trx, work);
      await clearWaiting(trx, work);
      await setCause(trx, work, cause);
      await endWork(trx, work);
    });
  }
}
