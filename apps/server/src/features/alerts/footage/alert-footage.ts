import { askedFootageAbility, footageAsksAtOnce } from '@sightline/contracts/alert-rules/alert-rule-link';
import { AppError } from '@sightline/contracts/shared/errors';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../../platform/database/changes.ts';
import type { Database } from '../../../platform/database/database.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { announce } from '../alert-keeping.ts';
import { setFootageUntil, type AlertChange } from '../alert-writes.repository.ts';
import {
  abilitiesOf,
  askHeard,
  closeAsk,
  dueAsks,
  forgetAsks,
  insertAsk,
  type FootageAsk,
} from './footage-asks.repository.ts';

/** Has one core keep footage of alerts that the server judges. */
const footageJobs = jobQueue({
  name: 'alert-footage',
  data: z.object({ organizationId: z.uuid(), edgeId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
});

const dayMs = 86_400_000;
/** A core that is away, or too old to be asked, is looked at again so soon. */
const awayMs = 30_000;

/** What having footage kept needs from the rest of the server. */
export interface AlertFootageDeps {
  database: Database;
  changes: Changes;
  jobs: Jobs;
  edges: EdgeCommands;
  clock: Clock;
}

/**
 * An alert that the server judges was opened or is over: its core is to keep the footage, as it does by itself where it judges. In the
 * transaction of the alert; the core hears of it at once, or once it is back.
 */
export async function askForFootage(
  work: ChangeWork,
  jobs: Jobs,
  { organizationId, isNew, change }: { organizationId: string; isNew: boolean; change: AlertChange },
): Promise<void> {
  const { id: alertId, ruleId, edgeId, cameraId, phase, at } = change;
  if (cameraId === null || (!isNew && phase !== 'closed')) return;
  const isWanted = isNew
    ? await insertAsk(work.trx, organizationId, { alertId, ruleId })
    : await closeAsk(work.trx, organizationId, { alertId, closedAt: at });
  if (isWanted)
    await jobs.ask(work.trx, footageJobs, { data: { organizationId, edgeId }, key: edgeId, organizationId });
}

/** Asks cores to keep footage, in every server process. */
export const startAlertFootage = (deps: AlertFootageDeps): Promise<Worker> =>
  deps.jobs.work(footageJobs, { atOnce: 4, everySeconds: 2 }, ({ data }) => askCore(deps, data));

async function askCore(
  deps: AlertFootageDeps,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
): Promise<JobEnd | void> {
  const nowMs = deps.clock();
  const { asks, isAble, isAll } = await deps.database.withOrganization(organizationId, async (trx) => {
    const due = await dueAsks(trx, { organizationId, edgeId, limit: footageAsksAtOnce });
    const past = due.filter((ask) => isPast(ask, nowMs));
    await forgetAsks(
      trx,
      organizationId,
      past.map(({ alertId }) => alertId),
    );
    const abilities = await abilitiesOf(trx, organizationId, edgeId);
    const isAll = due.length < footageAsksAtOnce;
    return { asks: due.filter((ask) => !isPast(ask, nowMs)), isAble: abilities.includes(askedFootageAbility), isAll };
  });
  if (asks.length === 0) return isAll ? undefined : { kind: 'later', atMs: nowMs, reason: 'more wait' };
  const later = (reason: string): JobEnd => ({ kind: 'later', atMs: nowMs + awayMs, reason });
  if (!isAble) return later('core_too_old');
  try {
    const body = { alerts: asks.map(asked) };
    const { alerts } = await deps.edges.request({ organizationId, edgeId, command: 'rules.keepFootage', body });
    const untils = new Map(alerts.map(({ alertId, untilUtcMs }) => [alertId, untilUtcMs]));
    await keepAnswers(deps, organizationId, { asks, untils });
    if (asks.some(({ alertId }) => !untils.has(alertId))) return later('left out by the core');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return later(error.code);
  }
  return isAll ? undefined : { kind: 'later', atMs: nowMs, reason: 'more wait' };
}

/** It would be kept no longer, even if it were asked now. */
const isPast = ({ closedAt, keepDays }: FootageAsk, nowMs: number): boolean =>
  closedAt !== null && closedAt.getTime() + keepDays * dayMs < nowMs;

const asked = ({ alertId, cameraId, fromAt, closedAt, postS, keepDays }: FootageAsk) => ({
  alertId,
  cameraId,
  fromUtcMs: Math.max(0, fromAt.getTime()),
  closedUtcMs: closedAt?.getTime() ?? null,
  postMs: postS * 1000,
  keepMs: keepDays * dayMs,
});

/** What the core said of alerts that are over is told of them; what it did not answer is asked again. */
const keepAnswers = (
  { changes }: AlertFootageDeps,
  organizationId: string,
  { asks, untils }: { asks: readonly FootageAsk[]; untils: ReadonlyMap<string, number | null> },
): Promise<void> =>
  changes.run({ organizationId, by: nobody }, async (work) => {
    for (const ask of asks) {
      const { alertId: id, cameraId, edgeId, closedAt } = ask;
      const untilUtcMs = untils.get(id);
      if (untilUtcMs === undefined) continue;
      await askHeard(work.trx, organizationId, ask);
      if (closedAt === null || untilUtcMs === null) continue;
      const until = new Date(untilUtcMs);
      if (await setFootageUntil(work.trx, organizationId, { id, cameraId, edgeId, until }))
        await announce(work, organizationId, id);
    }
  });
