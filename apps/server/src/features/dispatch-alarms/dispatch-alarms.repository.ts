import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { countUpTo, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';

const { active, canceled } = dispatchAlarmStatus;

/** A dispatch alarm with its place. */
export interface DispatchRow extends Row<'dispatchAlarms'> {
  locationName: string;
  timeZone: string;
  /** Locations from the root down. */
  entityPath: string[];
}

const columns = sql`d.*, l.name as location_name, l.time_zone, l.path as entity_path`;
const places = sql`join locations l on l.organization_id = d.organization_id and l.id = d.location_id`;

/** Which of them a list shows. */
export type Shown = 'active' | 'canceled' | 'all';

/** What dispatch alarms are looked for by. */
export interface DispatchFilter {
  organizationId: string;
  scope: Scope;
  shown: Shown;
  /** With everything below it. */
  locationId?: string | undefined;
  fromDate?: number | undefined;
  toDate?: number | undefined;
}

const wanted = (filter: DispatchFilter): RawBuilder<SqlBool> => {
  const { organizationId, scope, shown, locationId = null, fromDate = 0, toDate } = filter;
  const status = shown === 'all' ? null : shown === 'active' ? active : canceled;
  return sql<SqlBool>`d.deleted_at is null and ${insideScope(scope, { organizationId, location: sql`d.location_id` })}
    and (${status}::integer is null or d.status = ${status}::integer)
    and (${locationId}::uuid is null or ${locationId}::uuid = any (l.path))
    and d.dispatched_at >= ${new Date(fromDate)} and d.dispatched_at <= ${toDate === undefined ? sql`'infinity'` : new Date(toDate)}`;
};

/** When one stands in a list: canceled ones by when they were canceled. */
export const timeOf = (shown: Shown, { dispatchedAt, canceledAt }: DispatchRow): Date =>
  shown === 'canceled' ? (canceledAt ?? dispatchedAt) : dispatchedAt;

/** A page of those that are looked for and one more, the latest first. `before`: the last of the page before. */
export async function listDispatches(
  trx: Work,
  filter: DispatchFilter,
  { limit, before }: { limit: PageRequest['limit']; before: { at: Date; id: string } | null },
): Promise<DispatchRow[]> {
  const time = filter.shown === 'canceled' ? sql`d.canceled_at` : sql`d.dispatched_at`;
  const earlier = before === null ? sql`true` : sql`(${time}, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
  const { rows } = await sql<DispatchRow>`select ${columns} from dispatch_alarms d ${places}
    where d.organization_id = ${filter.organizationId}::uuid and ${wanted(filter)} and ${earlier}
    order by ${time} desc, d.id desc limit ${limit + 1}`.execute(trx);
  return rows;
}

export const countDispatches = (trx: Work, filter: DispatchFilter): ReturnType<typeof countUpTo> =>
  countUpTo(
    trx,
    sql`select 1 from dispatch_alarms d ${places} where d.organization_id = ${filter.organizationId}::uuid and ${wanted(filter)}`,
  );

/** One of them; `isHeld`: nobody else changes it until the transaction ends. */
export async function findDispatch(
  trx: Work,
  organizationId: string,
  { id, isHeld = false, alsoDeleted = false }: { id: string; isHeld?: boolean; alsoDeleted?: boolean },
): Promise<DispatchRow | undefined> {
  const held: RawBuilder<unknown> = isHeld ? sql`for update of d` : sql``;
  const { rows } = await sql<DispatchRow>`select ${columns} from dispatch_alarms d ${places}
    where d.organization_id = ${organizationId}::uuid and d.id = ${id}::uuid and (${alsoDeleted} or d.deleted_at is null) ${held}`.execute(
    trx,
  );
  return rows[0];
}

/** The active one of a location. */
export async function activeAt(
  trx: Work,
  organizationId: string,
  locationId: string,
): Promise<DispatchRow | undefined> {
  const { rows } = await sql<DispatchRow>`select ${columns} from dispatch_alarms d ${places}
    where d.organization_id = ${organizationId}::uuid and d.location_id = ${locationId}::uuid and d.status = ${active}`.execute(
    trx,
  );
  return rows[0];
}

/** From here on no other alarm of the organization is dispatched until the transaction ends: numbers, the quota and what is active are read for one at a time. */
export const holdDispatching = async (trx: Work, organizationId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext(${`dispatch-alarms:${organizationId}`}))`.execute(trx));

/** How many count against the quota since then: all but those of which the service surely knows nothing. */
export async function countedSince(trx: Work, organizationId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from dispatch_alarms
    where organization_id = ${organizationId}::uuid and dispatched_at >= ${since}
      and (delivery in ('pending', 'accepted') or uncertain_tries > 0)`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** An alarm that is to be dispatched. */
export interface NewDispatch {
  locationId: string;
  uniformId: string | null;
  services: string[];
  cameraId: string | null;
  alertId: string | null;
  by: { userId: string; name: string } | null;
  request: Record<string, unknown>;
  at: Date;
  givesUpAt: Date;
}

/** Writes one down, with the next number. Dispatching must be held. */
export async function insertDispatch(trx: Work, organizationId: string, alarm: NewDispatch): Promise<string> {
  const id = newId();
  const { locationId, uniformId, services, cameraId, alertId, by, request, at, givesUpAt } = alarm;
  await sql`insert into dispatch_alarms
      (organization_id, id, number, location_id, uniform_id, services, camera_id, alert_id, dispatched_at, dispatched_by, dispatched_by_name,
       request, next_try_at, gives_up_at)
    select ${organizationId}::uuid, ${id}::uuid,
      coalesce((select max(number) from dispatch_alarms where organization_id = ${organizationId}::uuid), 0) + 1,
      ${locationId}::uuid, ${uniformId}::uuid, ${services}::text[], ${cameraId}::uuid, ${alertId}::uuid, ${at}, ${by?.userId ?? null}, ${by?.name ?? null},
      ${JSON.stringify(request)}::jsonb, ${at}, ${givesUpAt}`.execute(trx);
  return id;
}

/** Changes one that is held. */
export async function updateDispatch(
  trx: Work,
  { organizationId, id }: Pick<DispatchRow, 'organizationId' | 'id'>,
  values: Partial<Omit<Row<'dispatchAlarms'>, 'request' | 'organizationId' | 'id'>>,
): Promise<void> {
  await trx
    .updateTable('dispatchAlarms')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}
