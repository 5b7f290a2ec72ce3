import type { AlertFlood, AlertOutcome } from '@sightline/contracts/alerts/alert';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../../platform/database/changes.ts';
import type { Database, Work } from '../../../platform/database/database.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import { findReaders } from '../../../platform/mail/mail-readers.ts';
import { outcomeCodes, severityCodes } from '../alert-codes.ts';
import { alertsTold, hidingOf } from '../alert-hiding.repository.ts';
import { updateOf } from '../alert-updates.ts';
import { tellOutside } from '../alert-outward.ts';
import { visibleAlerts } from '../alerts.policy.ts';
import { alertsAt } from '../alerts.repository.ts';
import * as repository from './alert-floods.repository.ts';

/** So many are ended in one transaction. */
const endedAtMost = 500;

/** What showing and ending floods needs from the rest of the server. */
export interface AlertFloodsDeps {
  database: Database;
  changes: Changes;
  hooks: Hooks;
  clock: Clock;
}

/** Floods as people see them. */
export type AlertFloodsService = ReturnType<typeof createAlertFloodsService>;

const placeOf = async (trx: Work, actor: MemberActor): Promise<repository.FloodPlace> => ({
  organizationId: actor.organizationId,
  scope: visibleAlerts(actor),
  told: await alertsTold(trx, actor),
});

/** What is collapsed in the queue, and its end. */
export function createAlertFloodsService(deps: AlertFloodsDeps) {
  return {
    list: (actor: MemberActor): Promise<AlertFlood[]> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        const rows = await repository.listFloods(trx, await placeOf(trx, actor));
        return rows.map((row) => present(row, deps.clock()));
      }),
    end: (actor: MemberActor, floodId: string, outcome: AlertOutcome): Promise<{ ended: number; isMore: boolean }> =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        end(deps, work, { actor, floodId, outcome }),
      ),
  };
}

const present = (row: repository.FloodRow, nowUtcMs: number): AlertFlood => ({
  id: row.id,
  ruleId: row.ruleId,
  ruleName: row.ruleName,
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  locationId: row.locationId,
  locationName: row.locationName,
  timeZone: row.timeZone,
  severity: severityCodes.fromCode(row.severity),
  open: row.open,
  firstAtUtcMs: row.firstAt.getTime(),
  lastAtUtcMs: row.lastAt.getTime(),
  isOver: row.floodedAt.getTime() < nowUtcMs - repository.floodLimits.spanMs,
});

interface Ending {
  actor: MemberActor;
  floodId: string;
  outcome: AlertOutcome;
}

/** Ends what waits of a flood and what nobody else has; what somebody else has stays theirs. */
async function end(
  { hooks, clock }: AlertFloodsDeps,
  work: ChangeWork,
  { actor, floodId, outcome }: Ending,
): Promise<{ ended: number; isMore: boolean }> {
  const { organizationId, userId } = actor;
  const place = await placeOf(work.trx, actor);
  if (!(await repository.isFloodShown(work.trx, place, floodId))) throw new AppError('not_found');
  const held = await repository.holdOfFlood(work.trx, place, { floodId, userId, limit: endedAtMost + 1 });
  const ids = held.slice(0, endedAtMost);
  if (ids.length === 0) return { ended: 0, isMore: false };
  const name = (await findReaders(work.trx, [userId]))[0]?.name ?? '';
  const by = { userId, name, at: new Date(clock()) };
  await repository.endAll(work.trx, organizationId, { ids, outcome: outcomeCodes.toCode(outcome), by });
  const rows = await alertsAt(work.trx, organizationId, ids);
  const [first] = rows;
  if (first)
    await work.audit({
      action: 'alert.floodDone',
      entityKind: 'alert',
      entityId: first.id,
      data: { outcome, count: ids.length, floodId, alertIds: ids },
    });
  const hiding = await hidingOf(work.trx, organizationId, ids);
  await work.announceAll(rows.map((row) => updateOf(row, { hiding })));
  const updates = rows.map((row) => ({ row, kind: 'alert.handled' as const }));
  await tellOutside(work, hooks, { organizationId, hiding, updates });
  return { ended: ids.length, isMore: held.length > endedAtMost };
}
