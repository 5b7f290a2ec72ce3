import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { JobEnd } from '../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import { findServingEdge } from '../edges/edges.public.ts';
import { clearWaiting, findImport, setCause, waitingLines } from './camera-imports.repository.ts';
import { WorkEnded, workOnLine, type LineDeps } from './import-line-work.ts';
import { holdWork, importJobs, type ImportWork } from './import-work.repository.ts';

/** Lists at a time in one process. */
const atOnce = 8;
/** New work begins at once; this is for what was left behind. */
const everySeconds = 4;
/** A core that had its link so lately comes back soon, as all of them do when the server is started again. */
const returnMs = 60_000;
const againMs = 500;
/** Rows of one list at a time: a core looks at few streams at once. */
const width = 4;

export interface RunnerDeps extends LineDeps {
  jobs: Jobs;
  memberOf: MemberOf;
  clock: Clock;
}

interface Running {
  deps: RunnerDeps;
  work: ImportWork;
  /** Whether the work is to end here, because the process does or another one has it. */
  isEnding: () => boolean;
}

/** Works on lists of cameras whether anybody watches or not; what another process left behind is taken over. */
export async function startImportRunner(deps: RunnerDeps): Promise<Worker> {
  let isStopping = false;
  const worker = await deps.jobs.work(importJobs, { atOnce, everySeconds }, ({ data, signal }) =>
    workOnList({ deps, work: data, isEnding: () => isStopping || signal.aborted }),
  );
  return {
    /** Lets the rows that are begun come to their end; the rest waits for the next process. */
    stop: () => {
      isStopping = true;
      return worker.stop();
    },
  };
}

async function workOnList(running: Running): Promise<JobEnd | undefined> {
  const { deps, work, isEnding } = running;
  const { database, clock, memberOf } = deps;
  const { organizationId } = work;
  // Since when no rows came to their end because the core was away.
  let stuckAtMs: number | null = null;
  for (;;) {
    if (isEnding()) return { kind: 'again', reason: 'the process that worked on it ends' };
    const { list, lines } = await database.withOrganization(organizationId, async (trx) => ({
      list: await findImport(trx, work),
      lines: await waitingLines(trx, work, width),
    }));
    // Rows that are marked from now on come with a job of their own.
    if (!list || lines.length === 0) return undefined;
    const actor = await memberOf({ sessionId: work.sessionId, organizationId });
    if (!actor) return endWork(deps, work, 'camera_import_stopped');
    const outcomes = await Promise.allSettled(lines.map((line) => workOnLine(deps, { actor, list, line })));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) {
      stuckAtMs = null;
      continue;
    }
    if (!(failed.reason instanceof WorkEnded)) throw failed.reason;
    stuckAtMs ??= clock();
    const { code } = failed.reason;
    const mayReturn = code === 'core_offline' && clock() - stuckAtMs < returnMs;
    if (!mayReturn || !(await wasHereLately(deps, organizationId, list.edgeId))) return endWork(deps, work, code);
    await delay(againMs);
  }
}

async function wasHereLately(
  { database, clock }: RunnerDeps,
  organizationId: string,
  edgeId: string,
): Promise<boolean> {
  const edge = await database.withOrganization(organizationId, (trx) => findServingEdge(trx, organizationId, edgeId));
  const seenAt = edge?.revokedAt === null ? edge.lastSeenAt : null;
  return seenAt !== null && clock() - seenAt.getTime() < returnMs;
}

/** Nothing of the list waits any more, and it says why. */
const endWork = ({ database }: RunnerDeps, work: ImportWork, cause: ErrorCode): Promise<undefined> =>
  database.withOrganization(work.organizationId, async (trx) => {
    await holdWork(trx, work);
    await clearWaiting(trx, work);
    await setCause(trx, work, cause);
    return undefined;
  });
