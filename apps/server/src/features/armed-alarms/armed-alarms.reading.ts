import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest, toPage } from '../../platform/database/page.ts';
import { holds } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { rulesOfAlarms, type AlarmRule } from './alarm-rules.repository.ts';
import { seesAlarm } from './armed-alarms.policy.ts';
import { presentAlarm } from './armed-alarms.presenter.ts';
import * as repository from './armed-alarms.repository.ts';

/** What reading alarms needs from the rest of the server. */
export interface ReadingDeps {
  database: Database;
  clock: Clock;
}

/** Query of the list. */
export interface AlarmsQuery {
  limit: number;
  cursor?: string | undefined;
  query?: string | undefined;
  status?: ArmedAlarm['calculatedState'] | undefined;
  locationId?: string | undefined;
  fromDate?: number | undefined;
  toDate?: number | undefined;
}

/** An alarm that the actor sees, with all its rules. */
export interface SeenAlarm {
  row: repository.AlarmRow;
  rules: AlarmRule[];
}

function matches(alarm: ArmedAlarm, rules: readonly AlarmRule[], query: AlarmsQuery): boolean {
  const { query: words = '', status, locationId, fromDate = 0, toDate = Number.POSITIVE_INFINITY } = query;
  const changedAt = Math.max(alarm.updatedAt, alarm.stateUpdatedAt);
  return (
    alarm.name.toLowerCase().includes(words.toLowerCase()) &&
    (status === undefined || alarm.calculatedState === status) &&
    (locationId === undefined ||
      rules.some(({ id, paths }) => alarm.alertIds.includes(id) && paths.some((path) => path.includes(locationId)))) &&
    changedAt >= fromDate &&
    changedAt <= toDate
  );
}

/** A page of the alarms that the actor sees. There are few of them, and whether one is armed is known only when its schedule is read. */
export const listAlarms = (
  { database, clock }: ReadingDeps,
  actor: MemberActor,
  query: AlarmsQuery,
): Promise<Page<ArmedAlarm>> =>
  database.withOrganization(actor.organizationId, async (trx) => {
    const request = pageRequest(query);
    const rows = await repository.listAlarms(trx, actor.organizationId);
    const rules = await rulesOfAlarms(
      trx,
      actor.organizationId,
      rows.map(({ id }) => id),
    );
    const nowUtcMs = clock();
    const wanted = rows.flatMap((row) => {
      const own = rules.get(row.id) ?? [];
      if (!seesAlarm(actor, own)) return [];
      const alarm = presentAlarm(row, actor, { rules: own, nowUtcMs });
      return matches(alarm, own, query) ? [alarm] : [];
    });
    const start = request.after === null ? 0 : wanted.findIndex(({ id }) => id === request.after?.id) + 1;
    const page = toPage(wanted.slice(start), request, ({ name: key, id }) => ({ key, id }));
    return { ...page, total: { value: wanted.length, relation: 'exact' } };
  });

/** Ids of all alarms that the actor sees. */
export async function alarmsInSight(trx: Work, actor: MemberActor): Promise<string[]> {
  const { organizationId } = actor;
  if (!holds(actor, 'AlarmManagementEdit')) return [];
  const ids = (await repository.listAlarms(trx, organizationId)).map(({ id }) => id);
  const rules = await rulesOfAlarms(trx, organizationId, ids);
  return ids.filter((id) => seesAlarm(actor, rules.get(id) ?? []));
}

/** The alarms that use a rule: those that the actor sees, by their names, and how many others there are. */
export async function alarmsUsing(
  trx: Work,
  actor: MemberActor,
  ruleId: string,
): Promise<{ items: { id: string; name: string }[]; others: number }> {
  const { organizationId } = actor;
  const using = await repository.alarmsOfRules(trx, organizationId, [ruleId]);
  const rules = await rulesOfAlarms(
    trx,
    organizationId,
    using.map(({ alarmId }) => alarmId),
  );
  const seen = holds(actor, 'AlarmManagementEdit')
    ? using.filter(({ alarmId }) => seesAlarm(actor, rules.get(alarmId) ?? []))
    : [];
  const items = seen.map(({ alarmId, name }) => ({ id: alarmId, name }));
  return {
    items: items.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    others: using.length - seen.length,
  };
}

/** The alarm when the actor sees it; `not_found` otherwise. `isHeld`: nobody else changes it until the transaction ends. */
export async function seenAlarm(
  trx: Work,
  actor: MemberActor,
  { id: alarmId, isHeld = false }: { id: string; isHeld?: boolean },
): Promise<SeenAlarm> {
  const { organizationId } = actor;
  const place = { organizationId, alarmId };
  const row = isHeld ? await repository.holdAlarm(trx, place) : await repository.findAlarm(trx, place);
  if (!row) throw new AppError('not_found');
  const rules = (await rulesOfAlarms(trx, organizationId, [alarmId])).get(alarmId) ?? [];
  if (!seesAlarm(actor, rules)) throw new AppError('not_found');
  return { row, rules };
}
