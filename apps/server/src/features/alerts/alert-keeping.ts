import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { alarmsAtAlerts } from '../armed-alarms/armed-alarms.public.ts';
import { severityCodes } from './alert-codes.ts';
import { hidingOf } from './alert-hiding.repository.ts';
import { queueDeliveries } from './deliveries/alert-deliveries.ts';
import { collapseFlooding } from './floods/collapse-flooding.ts';
import type { OpenedAlert } from './deliveries/wanted-deliveries.ts';
import { alertOpened } from './alert-moments.ts';
import { updateOf } from './alert-updates.ts';
import { tellOutside } from './alert-outward.ts';
import * as writes from './alert-writes.repository.ts';
import { alertsAt, type AlertRow } from './alerts.repository.ts';

/** Where it is kept. */
export interface KeepingTask {
  jobs: Jobs;
  hooks: Hooks;
  work: ChangeWork;
  organizationId: string;
}

/** What is said of alerts that are known to be of their rules, cameras and cores; `rulesOf` is asked only for those that are new. */
export interface SaidOfAlerts<C extends writes.AlertChange> {
  changes: readonly C[];
  rulesOf: (opened: readonly C[]) => Promise<readonly (writes.OpeningRule | undefined)[]>;
}

/**
 * Keeps what is said of alerts, whether they are new or not, tells open screens and places outside, and lets people be told of new ones. Said
 * twice or out of order it comes to the same. Many at once cost little more than one: a core that comes back has thousands to say.
 * False for each that is another's, or of which no rule is known that could have opened it.
 */
export async function keepAlerts<C extends writes.AlertChange>(
  task: KeepingTask,
  { changes, rulesOf }: SaidOfAlerts<C>,
): Promise<boolean[]> {
  const kept: boolean[] = [];
  for (const round of roundsOf(changes)) kept.push(...(await keepRound(task, { changes: round, rulesOf })));
  return kept;
}

/** In their order, in rounds that speak of each alert once. */
function roundsOf<C extends { id: string }>(changes: readonly C[]): C[][] {
  const rounds: C[][] = [];
  let ids = new Set<string>();
  for (const change of changes) {
    if (rounds.length === 0 || ids.has(change.id)) {
      rounds.push([]);
      ids = new Set();
    }
    rounds.at(-1)?.push(change);
    ids.add(change.id);
  }
  return rounds;
}

interface Opened {
  change: writes.AlertChange;
  rule: writes.OpeningRule;
}

async function keepRound<C extends writes.AlertChange>(
  task: KeepingTask,
  { changes, rulesOf }: SaidOfAlerts<C>,
): Promise<boolean[]> {
  const { work, organizationId } = task;
  const ids = changes.map(({ id }) => id);
  const known = await writes.holdKnown(work.trx, organizationId, ids);
  const unknown = changes.filter(({ id }) => !known.has(id));
  const rules = await rulesOf(unknown);
  const opening = unknown.flatMap((change, index): Opened[] => {
    const rule = rules[index];
    return rule ? [{ change, rule }] : [];
  });
  const inserted = await writes.insertAlerts(work.trx, organizationId, opening);
  await collapseFlooding(work, organizationId, [...inserted]);
  const openable = new Set(opening.map(({ change }) => change.id));
  const isOurs = (change: writes.AlertChange): boolean => {
    const one = known.get(change.id);
    return one ? isSame(one, change) : openable.has(change.id);
  };
  const older = changes.filter((change) => isOurs(change) && !inserted.has(change.id));
  const revised = await writes.reviseAlerts(work.trx, organizationId, older);
  const told = changes.filter(({ id }) => inserted.has(id) || revised.has(id));
  await tell(
    task,
    told,
    opening.filter(({ change }) => inserted.has(change.id)),
  );
  return changes.map(isOurs);
}

const isSame = (known: writes.KnownAlert, change: writes.AlertChange): boolean =>
  known.ruleId === change.ruleId && known.cameraId === change.cameraId && known.edgeId === change.edgeId;

/** Open screens, places outside, what else is done at new alerts, and people hear of it. */
async function tell(
  task: KeepingTask,
  changes: readonly writes.AlertChange[],
  opened: readonly Opened[],
): Promise<void> {
  if (changes.length === 0) return;
  const { work, hooks, organizationId } = task;
  const ids = changes.map(({ id }) => id);
  const found = await alertsAt(work.trx, organizationId, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const hiding = await hidingOf(work.trx, organizationId, ids);
  const openedIds = new Set(opened.map(({ change }) => change.id));
  const told = changes.flatMap(({ id, phase }) => {
    const row = rows.get(id);
    return row ? [{ row, phase, isOpened: openedIds.has(id) }] : [];
  });
  await work.announceAll(
    told.map(({ row, phase, isOpened }) =>
      updateOf(row, { hiding, isNew: isOpened && phase !== 'closed' && row.floodId === null }),
    ),
  );
  const updates = told.flatMap(({ row, phase, isOpened }) =>
    phasesOf(phase, isOpened).map((one) => ({ row, kind: `alert.${one}` as const })),
  );
  await tellOutside(work, hooks, { organizationId, hiding, updates });
  await tellOpened(task, opened, rows);
}

/** What is told outside, in this order: what was over when it came was opened and closed. */
function phasesOf(phase: writes.AlertChange['phase'], isOpened: boolean): ('opened' | 'updated' | 'closed')[] {
  if (!isOpened) return [phase === 'closed' ? 'closed' : 'updated'];
  return phase === 'closed' ? ['opened', 'closed'] : ['opened'];
}

/** What else is done at new alerts, and people hear of them; these not of what is over when we hear of it. */
async function tellOpened(
  { jobs, hooks, work, organizationId }: KeepingTask,
  opened: readonly Opened[],
  rows: ReadonlyMap<string, AlertRow>,
): Promise<void> {
  const atAlerts = await alarmsAtAlerts(
    work.trx,
    organizationId,
    opened.map(({ change: { ruleId, openedAt }, rule: { kind } }) => ({ ruleId, kind, atUtcMs: openedAt.getTime() })),
  );
  const told: OpenedAlert[] = [];
  for (const [index, { change, rule }] of opened.entries()) {
    const { id: alertId, isLate, receivedAt } = change;
    const atAlert = atAlerts[index];
    const row = rows.get(alertId);
    if (!row || !atAlert) continue;
    const { alarms, isTold } = atAlert;
    const { locationId, floodId } = row;
    const atUtcMs = change.openedAt.getTime();
    await hooks.of(alertOpened)(work, { organizationId, alertId, locationId, atUtcMs, alarms });
    if (change.phase === 'closed' || !isTold) continue;
    const severity = severityCodes.toCode(rule.severity);
    const isCollapsed = floodId !== null;
    told.push({ id: alertId, isLate, isCollapsed, receivedAt, locationId, severity, notify: rule.notify });
  }
  await queueDeliveries(work, jobs, { organizationId, opened: told });
}

/** Screens that show this alert look again. */
export async function announce(work: ChangeWork, organizationId: string, id: string): Promise<void> {
  const [row] = await alertsAt(work.trx, organizationId, [id]);
  if (row) await work.announce(updateOf(row, { hiding: await hidingOf(work.trx, organizationId, [id]) }));
}
