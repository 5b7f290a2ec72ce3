import type { ArmedAlarmInput } from '@sightline/contracts/armed-alarms/armed-alarm';
import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

/** An armed alarm within its organization. */
export interface AlarmPlace {
  organizationId: string;
  alarmId: string;
}

export interface AlarmRow extends Omit<Row<'armedAlarms'>, 'organizationId'> {
  scheduleName: string | null;
  /** Null: by hand only. */
  times: ScheduleTimes | null;
  /** Managed alarms of it that are active. */
  activeCount: number;
}

const timesOf = (schedule: string) => sql<ScheduleTimes | null>`case when ${sql.ref(`${schedule}.id`)} is null then null
  else json_build_object('timeZone', ${sql.ref(`${schedule}.timeZone`)}, 'hours', ${sql.ref(`${schedule}.hours`)}, 'exceptions', ${sql.ref(`${schedule}.exceptions`)}) end`;

const alarms = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('armedAlarms as a')
    .leftJoin('schedules as s', (join) =>
      join.onRef('s.organizationId', '=', 'a.organizationId').onRef('s.id', '=', 'a.scheduleId'),
    )
    .selectAll('a')
    .select([
      's.name as scheduleName',
      timesOf('s').as('times'),
      sql<number>`(select count(*)::integer from managed_alarms m
        where m.organization_id = a.organization_id and m.armed_alarm_id = a.id and m.status = 0)`.as('activeCount'),
    ])
    .where('a.organizationId', '=', organizationId);

/** All of an organization, by name: there are at most 200. */
export const listAlarms = (trx: Work, organizationId: string): Promise<AlarmRow[]> =>
  alarms(trx, organizationId)
    .orderBy(sql`a.name collate people`)
    .orderBy('a.id')
    .execute();

export const findAlarm = (trx: Work, { organizationId, alarmId }: AlarmPlace): Promise<AlarmRow | undefined> =>
  alarms(trx, organizationId).where('a.id', '=', alarmId).executeTakeFirst();

/** An alarm that nobody else changes until the transaction ends. */
export async function holdAlarm(trx: Work, place: AlarmPlace): Promise<AlarmRow | undefined> {
  await trx
    .selectFrom('armedAlarms')
    .select('id')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.alarmId)
    .forUpdate()
    .execute();
  return findAlarm(trx, place);
}

/** Alarms that their schedule arms, which nobody else changes until the transaction ends. */
export async function holdAlarmsOf(
  trx: Work,
  { organizationId, scheduleId }: { organizationId: string; scheduleId: string },
): Promise<AlarmRow[]> {
  await sql`select id from armed_alarms where organization_id = ${organizationId}::uuid and schedule_id = ${scheduleId}::uuid
    order by id for update`.execute(trx);
  return alarms(trx, organizationId).where('a.scheduleId', '=', scheduleId).execute();
}

/** What was said by hand holds to another instant; it was said as before. */
export async function setHand(
  trx: Work,
  { organizationId, alarmId }: AlarmPlace,
  hand: Pick<Arming, 'state' | 'fromUtcMs' | 'untilUtcMs'>,
): Promise<void> {
  await trx
    .updateTable('armedAlarms')
    .set(handColumns(hand))
    .where('organizationId', '=', organizationId)
    .where('id', '=', alarmId)
    .execute();
}

/** How many there are, while nobody else adds one or gives one more rules. */
export async function countAlarms(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`armed-alarms:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('armedAlarms')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = ({ alertIds: _rules, notification, ...plain }: ArmedAlarmInput) => ({
  ...plain,
  notifyScheduleId: notification.scheduleId,
});

/** Adds an alarm that its schedule arms, or else somebody by hand. */
export async function insertAlarm(
  trx: Work,
  organizationId: string,
  input: ArmedAlarmInput & { at: Date },
): Promise<string> {
  const id = newId();
  const { at, ...values } = input;
  const stateUntil = values.scheduleId === null ? null : at;
  const state = { state: 'disarmed' as const, stateFrom: at, stateUntil, stateUpdatedAt: at, stateByName: null };
  await trx
    .insertInto('armedAlarms')
    .values({ organizationId, id, ...columnsOf(values), ...state, updatedAt: at })
    .execute();
  return id;
}

/** What people say of it; what was said by hand ends with its schedule when it has another one. */
export async function updateAlarm(
  trx: Work,
  { organizationId, alarmId }: AlarmPlace,
  { at, ...input }: ArmedAlarmInput & { at: Date; hand: Pick<Arming, 'state' | 'fromUtcMs' | 'untilUtcMs'> },
): Promise<void> {
  const { hand, ...values } = input;
  await trx
    .updateTable('armedAlarms')
    .set((eb) => ({ ...columnsOf(values), ...handColumns(hand), updatedAt: at, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', alarmId)
    .execute();
}

const handColumns = ({ state, fromUtcMs, untilUtcMs }: Pick<Arming, 'state' | 'fromUtcMs' | 'untilUtcMs'>) => ({
  state,
  stateFrom: new Date(fromUtcMs),
  stateUntil: untilUtcMs === null ? null : new Date(untilUtcMs),
});

/** Somebody armed or disarmed it by hand; what people say of it stays as it is. */
export async function armAlarm(
  trx: Work,
  { organizationId, alarmId }: AlarmPlace,
  { hand, byName, at }: { hand: Arming; byName: string | null; at: Date },
): Promise<void> {
  await trx
    .updateTable('armedAlarms')
    .set({ ...handColumns(hand), stateUpdatedAt: at, stateByName: byName, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', alarmId)
    .execute();
}

export async function deleteAlarm(trx: Work, { organizationId, alarmId }: AlarmPlace): Promise<void> {
  await trx.deleteFrom('armedAlarms').where('organizationId', '=', organizationId).where('id', '=', alarmId).execute();
}

/** Alarms that go by a schedule, by name. */
export async function alarmsOfSchedule(
  trx: Work,
  { organizationId, scheduleId }: { organizationId: string; scheduleId: string },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from armed_alarms
    where organization_id = ${organizationId}::uuid and ${scheduleId}::uuid in (schedule_id, notify_schedule_id)
    order by name collate people, id`.execute(trx);
  return rows;
}

/** An alarm of a rule. */
export interface AlarmOfRule {
  ruleId: string;
  alarmId: string;
  name: string;
  state: Arming['state'];
  stateFrom: Date;
  stateUntil: Date | null;
  times: ScheduleTimes | null;
  /** People are told only while this is open; null: at any time. */
  notifyTimes: ScheduleTimes | null;
}

/** Alarms that these rules belong to. */
export async function alarmsOfRules(
  trx: Work,
  organizationId: string,
  ruleIds: readonly string[],
): Promise<AlarmOfRule[]> {
  if (ruleIds.length === 0) return [];
  const { rows } =
    await sql<AlarmOfRule>`select ar.rule_id, a.id as alarm_id, a.name, a.state, a.state_from, a.state_until,
      ${timesOf('s')} as times, ${timesOf('n')} as notify_times
    from armed_alarm_rules ar join armed_alarms a on a.organization_id = ar.organization_id and a.id = ar.alarm_id
      left join schedules s on s.organization_id = a.organization_id and s.id = a.schedule_id
      left join schedules n on n.organization_id = a.organization_id and n.id = a.notify_schedule_id
    where ar.organization_id = ${organizationId}::uuid and ar.rule_id = any (${[...ruleIds]}::uuid[])
    order by ar.rule_id, a.id`.execute(trx);
  return rows;
}
