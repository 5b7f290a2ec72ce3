import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { alarmsAtAlert } from '../armed-alarms/armed-alarms.public.ts';
import { severityCodes } from './alert-codes.ts';
import { queueDeliveries } from './deliveries/alert-deliveries.ts';
import { alertOpened } from './alert-moments.ts';
import { newsOf } from './alert-news.ts';
import { tellOutside } from './alert-outward.ts';
import * as writes from './alert-writes.repository.ts';
import { findAlert, type AlertRow } from './alerts.repository.ts';

/** Where it is kept. */
export interface KeepingTask {
  jobs: Jobs;
  hooks: Hooks;
  work: ChangeWork;
  organizationId: string;
}

/** What is said of an alert that is known to be of its rule, camera and core; `rule` is asked for only when it is new. */
export interface SaidOfAlert {
  change: writes.AlertChange;
  rule: () => Promise<writes.OpeningRule | undefined>;
}

/**
 * Keeps what is said of an alert, whether it is new or not, tells open screens and places outside, and lets people be told of a new one. Said twice or out of order it comes to the same.
 * False when the alert is another's, or no rule is known that could have opened it.
 */
export async function keepAlert(task: KeepingTask, { change, rule }: SaidOfAlert): Promise<boolean> {
  const { work, organizationId } = task;
  const known = await writes.holdKnown(work.trx, organizationId, change.id);
  if (!known) {
    const facts = await rule();
    if (!facts) return false;
    if (await writes.insertAlert(work.trx, organizationId, { change, rule: facts })) {
      await tellNew(task, change, facts);
      return true;
    }
  }
  if (known && !isSame(known, change)) return false;
  if (await writes.reviseAlert(work.trx, organizationId, change))
    await tellAll(task, { id: change.id, isNew: false, phases: [change.phase === 'closed' ? 'closed' : 'updated'] });
  return true;
}

const isSame = (known: writes.KnownAlert, change: writes.AlertChange): boolean =>
  known.ruleId === change.ruleId && known.cameraId === change.cameraId && known.edgeId === change.edgeId;

/** Open screens, what else is done at a new alert, and people hear of it; these not of one that is over when we hear of it. */
async function tellNew(
  task: KeepingTask,
  change: writes.AlertChange,
  { notify, severity, kind }: writes.OpeningRule,
): Promise<void> {
  const { jobs, hooks, work, organizationId } = task;
  const isNew = change.phase !== 'closed';
  const row = await tellAll(task, { id: change.id, isNew, phases: isNew ? ['opened'] : ['opened', 'closed'] });
  const { id, isLate, receivedAt, ruleId } = change;
  const atUtcMs = change.openedAt.getTime();
  const asked = { ruleId, kind, atUtcMs };
  const { alarms, isTold } = await alarmsAtAlert(work.trx, organizationId, asked);
  if (row)
    await hooks.of(alertOpened)(work, { organizationId, alertId: id, locationId: row.locationId, atUtcMs, alarms });
  if (!isNew || !isTold) return;
  const opened = { id, isLate, receivedAt, notify, severity: severityCodes.toCode(severity) };
  await queueDeliveries(work, jobs, { organizationId, opened });
}

/** Screens that show this alert look again. */
export async function announce(
  work: ChangeWork,
  organizationId: string,
  { id, isNew }: { id: string; isNew: boolean },
): Promise<AlertRow | undefined> {
  const row = await findAlert(work.trx, organizationId, { id });
  if (row) await work.announce(await newsOf(work.trx, organizationId, { row, isNew }));
  return row;
}

interface News {
  id: string;
  isNew: boolean;
  /** What is told outside, in this order: what was over when it came was opened and closed. */
  phases: readonly ('opened' | 'updated' | 'closed')[];
}

/** The same, and places outside. */
async function tellAll(
  { work, hooks, organizationId }: KeepingTask,
  { id, isNew, phases }: News,
): Promise<AlertRow | undefined> {
  const row = await announce(work, organizationId, { id, isNew });
  for (const phase of row ? phases : [])
    await tellOutside(work, hooks, { organizationId, row: row!, kind: `alert.${phase}` });
  return row;
}
