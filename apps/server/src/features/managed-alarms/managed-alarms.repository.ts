import { managedAlarmStatus } from '@sightline/contracts/managed-alarms/managed-alarm-status';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { ToldAlerts } from '../alerts/alerts.public.ts';

const { active, timeout, closed } = managedAlarmStatus;

/** A managed alarm with its place. */
export interface ManagedRow extends Omit<Row<'managedAlarms'>, 'organizationId' | 'armedAlarmId'> {
  /** Null when it was deleted since. */
  armedAlarmId: string | null;
  locationName: string;
  timeZone: string;
  /** Locations from the root down. */
  entityPath: string[];
  alertCount: number;
  openAlertCount: number;
}

/** Those alerts of managed alarm `m` that the reader is told of, as rows `a`: whom a camera hides from the reader is nowhere in it. */
const toldOf = (told: ToldAlerts): RawBuilder<unknown> => sql`managed_alarm_alerts x
    join alerts a on a.organization_id = x.organization_id and a.id = x.alert_id
    where x.organization_id = m.organization_id and x.managed_alarm_id = m.id and ${told}`;

const columns = (
  told: ToldAlerts,
) => sql`m.id, m.number, m.status, aa.id as armed_alarm_id, m.name, m.location_id, l.name as location_name, l.time_zone, l.path as entity_path,
  m.created_at, least(m.last_alert_at, (select max(a.received_at) from ${toldOf(told)})) as last_alert_at, m.updated_at, m.closed_at, m.closed_by, m.closed_by_name,
  (select count(*)::integer from ${toldOf(told)}) as alert_count,
  (select count(*)::integer from ${toldOf(told)} and a.handling <> 2) as open_alert_count`;

const places = sql`join locations l on l.organization_id = m.organization_id and l.id = m.location_id
  left join armed_alarms aa on aa.organization_id = m.organization_id and aa.id = m.armed_alarm_id`;

/** What managed alarms are looked for by. */
export interface ManagedFilter {
  organizationId: string;
  scope: Scope;
  told: ToldAlerts;
  status?: number | undefined;
  /** With everything below it. */
  locationId?: string | undefined;
  fromDate?: number | undefined;
  toDate?: number | undefined;
}

const wanted = ({
  organizationId,
  scope,
  told,
  status,
  locationId,
  fromDate,
  toDate,
}: ManagedFilter): RawBuilder<SqlBool> =>
  sql<SqlBool>`${insideScope(scope, { organizationId, location: sql`m.location_id` })}
    and exists (select 1 from ${toldOf(told)})
    and (${status ?? null}::integer is null or m.status = ${status ?? null}::integer)
    and (${locationId ?? null}::uuid is null or ${locationId ?? null}::uuid = any (l.path))
    and m.created_at >= ${new Date(fromDate ?? 0)} and m.created_at <= ${toDate === undefined ? sql`'infinity'` : new Date(toDate)}`;

/** A page of those that are looked for, newest first, and how many there are. */
export async function listManaged(
  trx: Work,
  filter: ManagedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ManagedRow[]; total: number }> {
  const { rows } =
    await sql<ManagedRow>`select ${columns(filter.told)} from managed_alarms m ${places} where m.organization_id = ${filter.organizationId}::uuid and ${wanted(filter)}
    order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`.execute(trx);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total
    from managed_alarms m ${places} where m.organization_id = ${filter.organizationId}::uuid and ${wanted(filter)}`.execute(
    trx,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export interface ManagedFigures {
  active: number;
  timeout: number;
  closed: number;
  openedLastDay: number;
  medianCloseS: number | null;
}

/** Figures of all that the reader may see. */
export async function figuresOf(trx: Work, filter: ManagedFilter, now: Date): Promise<ManagedFigures> {
  const day = new Date(now.getTime() - 86_400_000);
  const month = new Date(now.getTime() - 30 * 86_400_000);
  const { rows } = await sql<ManagedFigures>`select
      count(*) filter (where m.status = ${active})::integer as active, count(*) filter (where m.status = ${timeout})::integer as timeout,
      count(*) filter (where m.status = ${closed})::integer as closed, count(*) filter (where m.created_at > ${day})::integer as opened_last_day,
      percentile_cont(0.5) within group (order by extract(epoch from m.closed_at - m.created_at))
        filter (where m.closed_at > ${month}) as median_close_s
    from managed_alarms m ${places} where m.organization_id = ${filter.organizationId}::uuid and ${wanted(filter)}`.execute(
    trx,
  );
  return rows[0]!;
}

/** One of them, unless the reader is told of none of its alerts; `isHeld`: nobody else changes it until the transaction ends. */
export async function findManaged(
  trx: Work,
  organizationId: string,
  { id, told, isHeld = false }: { id: string; told: ToldAlerts; isHeld?: boolean },
): Promise<ManagedRow | undefined> {
  const held: RawBuilder<unknown> = isHeld ? sql`for update of m` : sql``;
  const { rows } = await sql<ManagedRow>`select ${columns(told)} from managed_alarms m ${places}
    where m.organization_id = ${organizationId}::uuid and m.id = ${id}::uuid and exists (select 1 from ${toldOf(told)}) ${held}`.execute(
    trx,
  );
  return rows[0];
}

/** Alerts of one that the reader is told of, newest first. */
export async function alertIdsOf(
  trx: Work,
  organizationId: string,
  { id, told }: { id: string; told: ToldAlerts },
): Promise<string[]> {
  const { rows } = await sql<{ alertId: string }>`select x.alert_id from managed_alarm_alerts x
    join alerts a on a.organization_id = x.organization_id and a.id = x.alert_id
    where x.organization_id = ${organizationId}::uuid and x.managed_alarm_id = ${id}::uuid and ${told}
    order by a.opened_at desc, a.id desc`.execute(trx);
  return rows.map(({ alertId }) => alertId);
}

/** An alert of an armed alarm at a location. */
export interface JoiningAlert {
  organizationId: string;
  alertId: string;
  alarm: { id: string; name: string };
  locationId: string;
  at: Date;
}

/** Adds an alert to the active managed alarm of its armed alarm and location, or opens one; answers its id. */
export async function joinAlert(
  trx: Work,
  { organizationId, alertId, alarm, locationId, at }: JoiningAlert,
): Promise<string> {
  // Numbers are given one after the other, and two alerts never open two.
  await sql`select pg_advisory_xact_lock(hashtext(${`managed-alarms:${organizationId}`}))`.execute(trx);
  const { rows } = await sql<{ id: string }>`insert into managed_alarms as m
      (organization_id, id, number, status, armed_alarm_id, name, location_id, created_at, last_alert_at, updated_at)
    select ${organizationId}::uuid, ${newId()}::uuid,
      coalesce((select max(number) from managed_alarms where organization_id = ${organizationId}::uuid), 0) + 1,
      ${active}, ${alarm.id}::uuid, ${alarm.name}, ${locationId}::uuid, ${at}, ${at}, ${at}
    on conflict (organization_id, armed_alarm_id, location_id) where status = 0
      do update set last_alert_at = greatest(m.last_alert_at, excluded.last_alert_at), updated_at = greatest(m.updated_at, excluded.updated_at)
    returning id`.execute(trx);
  const { id } = rows[0]!;
  await sql`insert into managed_alarm_waits as w (organization_id, managed_alarm_id, last_alert_at)
    values (${organizationId}::uuid, ${id}::uuid, ${at}) on conflict (organization_id, managed_alarm_id)
      do update set last_alert_at = greatest(w.last_alert_at, excluded.last_alert_at)`.execute(trx);
  await sql`insert into managed_alarm_alerts (organization_id, managed_alarm_id, alert_id)
    values (${organizationId}::uuid, ${id}::uuid, ${alertId}::uuid) on conflict do nothing`.execute(trx);
  return id;
}

const endWaits = (trx: Work, organizationId: string, ids: readonly string[]) =>
  sql`delete from managed_alarm_waits where organization_id = ${organizationId}::uuid and managed_alarm_id = any (${[...ids]}::uuid[])`.execute(
    trx,
  );

/** Closes one that is held. */
export async function closeManaged(
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
  by: { userId: string; name: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('managedAlarms')
    .set({ status: closed, closedAt: by.at, updatedAt: by.at, closedBy: by.userId, closedByName: by.name })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  await endWaits(trx, organizationId, [id]);
}

/** Organizations with active alarms whose last alert is older than this. */
export async function organizationsDue(database: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`select distinct organization_id from managed_alarm_waits
    where last_alert_at <= ${before}`.execute(database.global);
  return rows.map(({ organizationId }) => organizationId);
}

/** Those that nobody closed in time are timed out. */
export async function timeOut(
  trx: Work,
  { organizationId, scope }: { organizationId: string; scope: Scope },
  { before, at }: { before: Date; at: Date },
): Promise<{ id: string; name: string; locationId: string }[]> {
  const { rows } = await sql<{ id: string; name: string; locationId: string }>`update managed_alarms m
    set status = ${timeout}, updated_at = ${at}
    where m.organization_id = ${organizationId}::uuid and m.status = ${active} and m.last_alert_at <= ${before}
      and ${insideScope(scope, { organizationId, location: sql`m.location_id` })}
    returning m.id, m.name, m.location_id`.execute(trx);
  await endWaits(
    trx,
    organizationId,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** Name of a member of the organization; undefined for anybody else. */
export async function memberName(trx: Work, organizationId: string, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select u.name from memberships m join auth."user" u on u.id = m.user_id
    where m.organization_id = ${organizationId}::uuid and m.user_id = ${userId}`.execute(trx);
  return rows[0]?.name;
}
