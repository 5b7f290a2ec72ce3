import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../../platform/database/changes.ts';
import type { Database, Work } from '../../../platform/database/database.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import { takeLapsesMinutesOf } from '../../organizations/organizations.public.ts';
import { readMemberGrants } from '../../sessions/sessions.public.ts';
import { pushNow } from '../../user-devices/user-devices.public.ts';
import { handlingCodes, severityCodes } from '../alert-codes.ts';
import { toldAmong } from '../alert-hiding.repository.ts';
import { tellHandling } from './alert-handling-updates.ts';
import * as repository from '../alerts.repository.ts';
import { resumeDeliveries } from '../deliveries/alert-deliveries.ts';
import { lapsedText } from '../deliveries/alert-texts.ts';

/** That it went back is news for so long. */
const noticeLifeMs = 600_000;

const takeJobs = jobQueue({
  name: 'alert-takes',
  data: z.object({ organizationId: z.uuid(), alertId: z.uuid() }),
  retries: { limit: 20, fromSeconds: 5, toSeconds: 600 },
  isOneByOnePerKey: true,
  keepsDead: true,
});

/** Who took an alert and does nothing about it for so long has it no more. */
export const takeLapseMs = async (trx: Work, organizationId: string): Promise<number> =>
  (await takeLapsesMinutesOf(trx, organizationId)) * 60_000;

/** Looks again at an alert when its take lapses, in the transaction of what was done about it. */
const watchTake = (
  trx: Work,
  jobs: Jobs,
  { organizationId, alertId, lapsesAt }: { organizationId: string; alertId: string; lapsesAt: Date },
): Promise<void> =>
  jobs.ask(trx, takeJobs, {
    data: { organizationId, alertId },
    key: alertId,
    organizationId,
    startAtMs: lapsesAt.getTime(),
  });

/** Until when somebody has an alert who does nothing more about it from now on; it is looked at then. */
export async function untilTakeLapses(
  trx: Work,
  jobs: Jobs,
  { organizationId, alertId, now }: { organizationId: string; alertId: string; now: Date },
): Promise<{ takeLapsesAt: Date }> {
  const lapsesAt = new Date(now.getTime() + (await takeLapseMs(trx, organizationId)));
  await watchTake(trx, jobs, { organizationId, alertId, lapsesAt });
  return { takeLapsesAt: lapsesAt };
}

/** Whoever had alerts is no member any more: they wait for everybody again at once. */
export async function giveBackAll(
  trx: Work,
  jobs: Jobs,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  for (const alertId of await repository.alertsTakenBy(trx, organizationId, userId))
    await jobs.ask(trx, takeJobs, { data: { organizationId, alertId }, key: alertId, organizationId });
}

/** Something was done about an alert that is held: whoever has it keeps it for longer. */
export async function extendTake(
  trx: Work,
  jobs: Jobs,
  { organizationId, row, now }: { organizationId: string; row: repository.AlertRow; now: Date },
): Promise<void> {
  if (!isTaken(row)) return;
  const { id: alertId } = row;
  const { takeLapsesAt } = await untilTakeLapses(trx, jobs, { organizationId, alertId, now });
  await repository.extendTake(trx, { organizationId, id: alertId }, takeLapsesAt);
}

/** What the lapse of takes needs from the rest of the server. */
export interface AlertTakesDeps {
  database: Database;
  changes: Changes;
  hooks: Hooks;
  jobs: Jobs;
  box: SealedBox;
  clock: Clock;
}

/** Gives back alerts that were taken and left alone, in every server process. */
export const startAlertTakes = (deps: AlertTakesDeps): Promise<Worker> =>
  deps.jobs.work(takeJobs, { everySeconds: 2 }, ({ data }) => lookAt(deps, data));

interface Asked {
  organizationId: string;
  alertId: string;
}

const isTaken = (row: repository.AlertRow | undefined): row is repository.AlertRow =>
  row !== undefined && handlingCodes.fromCode(row.handling) === 'taken';

async function lookAt(deps: AlertTakesDeps, { organizationId, alertId: id }: Asked): Promise<JobEnd | undefined> {
  const { database, changes, clock } = deps;
  const seen = await database.withOrganization(organizationId, (trx) =>
    repository.findAlert(trx, organizationId, { id }),
  );
  if (!isTaken(seen) || seen.takenBy === null) return undefined;
  // Read in a transaction of its own, which must not wait for one within another.
  const grants = await readMemberGrants(database, organizationId, seen.takenBy);
  return changes.run({ organizationId, by: nobody }, async (work) => {
    const row = await repository.findAlert(work.trx, organizationId, { id, isHeld: true });
    if (!isTaken(row) || row.takeLapsesAt === null) return undefined;
    const now = new Date(clock());
    // Something was done about it meanwhile, or somebody else has it.
    if ((row.takeLapsesAt > now && grants !== null) || row.takenBy !== seen.takenBy)
      return {
        kind: 'later',
        atMs: Math.max(row.takeLapsesAt.getTime(), now.getTime()),
        reason: 'it is not left alone',
      };
    await lapse(deps, work, { organizationId, row, grants: grants ?? [], now });
    return undefined;
  });
}

interface Lapsing {
  organizationId: string;
  /** Held. */
  row: repository.AlertRow;
  /** Of whoever took it. */
  grants: readonly Grant[];
  now: Date;
}

/** It waits for everybody again: screens, the audit, who took it and who is next hear of it. */
async function lapse(deps: AlertTakesDeps, work: ChangeWork, lapsing: Lapsing): Promise<void> {
  const { organizationId, row, now } = lapsing;
  const { id, severity, takenBy, takenByName, receivedAt: since } = row;
  await repository.updateHandling(
    work.trx,
    { organizationId, id },
    {
      handling: handlingCodes.toCode('new'),
      takenBy: null,
      takenByName: null,
      takenAt: null,
      takeLapsesAt: null,
      lapsedBy: takenBy,
      lapsedByName: takenByName,
      lapsedAt: now,
    },
  );
  await tellHandling(work, deps.hooks, {
    organizationId,
    row,
    action: 'alert.lapse',
    data: { from: takenByName },
    waitsAgain: true,
  });
  await tellTaker(deps, work.trx, lapsing);
  await resumeDeliveries(work.trx, deps.jobs, { organizationId, alertId: id, severity, since, now });
}

/** Whoever had it is told on their browsers, if they may still know of it. */
async function tellTaker(deps: AlertTakesDeps, trx: Work, { organizationId, row, grants }: Lapsing): Promise<void> {
  if (row.takenBy === null || !scopeCovers(scopeOf(grants, 'AlertMonitoring'), row.entityPath)) return;
  if (!(await toldAmong(trx, { organizationId, grants }, [row.id])).has(row.id)) return;
  await pushNow(trx, deps, {
    userId: row.takenBy,
    notice: {
      texts: { en: lapsedText('en', row), he: lapsedText('he', row) },
      path: `/alert/monitoring?alert=${row.id}`,
      tag: `alert-${row.id}`,
    },
    urgency: severityCodes.fromCode(row.severity) === 'critical' ? 'high' : 'normal',
    lifeMs: noticeLifeMs,
  });
}
