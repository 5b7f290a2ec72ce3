import { eventClass } from '@sightline/contracts/events/event';
import type { Scope } from '@sightline/domain/permissions/grant';
import { expectedGapCauses } from '@sightline/domain/recordings/expected-gaps';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** The week, and whose. */
export interface WeekPlace {
  organizationId: string;
  from: Date;
  to: Date;
}

/** The same where events are counted: those (rows `e`) that the reader is told of. */
export type EventsWeek = WeekPlace & { eventsTold: RawBuilder<SqlBool> };

/** Something with its name and how much. Durations are seconds. */
export interface Figure {
  name: string;
  amount: number;
}

const longestList = 5;

const camerasInside = (organizationId: string, scope: Scope): RawBuilder<SqlBool> =>
  insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` });

/** How many events of each class, those of the contract in its order. */
export async function eventsByClass(
  trx: Work,
  { organizationId, from, to, eventsTold }: EventsWeek,
  scope: Scope,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ class: number; amount: number }>`
    select e.class, count(*) as amount from events e join cameras c on c.organization_id = e.organization_id and c.id = e.camera_id
    where e.organization_id = ${organizationId} and e.started_at >= ${from} and e.started_at < ${to} and ${camerasInside(organizationId, scope)} and ${eventsTold}
    group by e.class`.execute(trx);
  return Object.fromEntries(
    eventClass.options.map((name, code) => [name, rows.find((row) => row.class === code)?.amount ?? 0]),
  );
}

export async function busiestCameras(
  trx: Work,
  { organizationId, from, to, eventsTold }: EventsWeek,
  scope: Scope,
): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select c.name, count(*) as amount from events e join cameras c on c.organization_id = e.organization_id and c.id = e.camera_id and c.deleted_at is null
    where e.organization_id = ${organizationId} and e.started_at >= ${from} and e.started_at < ${to} and ${camerasInside(organizationId, scope)} and ${eventsTold}
    group by c.id, c.name order by 2 desc, 1 limit ${longestList}`.execute(trx);
  return rows;
}

/** Seconds of a period that lie in the week. */
const secondsIn = (
  { from, to }: WeekPlace,
  begin: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`sum(extract(epoch from least(coalesce(${end}, ${to}::timestamptz), ${to}::timestamptz) - greatest(${begin}, ${from}::timestamptz)))::float8`;

const touches = ({ from, to }: WeekPlace, begin: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${begin} < ${to}::timestamptz and (${end} is null or ${end} > ${from}::timestamptz)`;

/** Cores that were without a link, the longest first. */
export async function coreDowntime(trx: Work, place: WeekPlace, scope: Scope): Promise<Figure[]> {
  const { organizationId } = place;
  const { rows } = await sql<Figure>`
    select c.name, ${secondsIn(place, sql`o.from_at`, sql`o.to_at`)} as amount
    from offline_periods o join edges c on c.organization_id = o.organization_id and c.id = o.entity_id and c.deleted_at is null
    where o.organization_id = ${organizationId} and o.entity_kind = 'core' and ${touches(place, sql`o.from_at`, sql`o.to_at`)}
      and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.id` })}
    group by c.id, c.name order by 2 desc, 1 limit ${longestList}`.execute(trx);
  return rows;
}

/** Forgets outages that ended before then. */
export async function forgetOutages(trx: Work, organizationId: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('offlinePeriods')
    .where('organizationId', '=', organizationId)
    .where('toAt', '<', before)
    .execute();
}

/** Cameras that their cores did not reach, the longest first. */
export async function cameraDowntime(trx: Work, place: WeekPlace, scope: Scope): Promise<Figure[]> {
  const { organizationId } = place;
  const { rows } = await sql<Figure>`
    select c.name, ${secondsIn(place, sql`o.from_at`, sql`o.to_at`)} as amount
    from offline_periods o join cameras c on c.organization_id = o.organization_id and c.id = o.entity_id and c.deleted_at is null
    where o.organization_id = ${organizationId} and o.entity_kind = 'camera' and ${touches(place, sql`o.from_at`, sql`o.to_at`)}
      and ${camerasInside(organizationId, scope)}
    group by c.id, c.name order by 2 desc, 1 limit ${longestList}`.execute(trx);
  return rows;
}

/** Cameras of which something was not recorded, the longest first. Times when recording was not wanted are no gaps. */
export async function recordingGaps(trx: Work, place: WeekPlace, scope: Scope): Promise<Figure[]> {
  const { organizationId } = place;
  const { rows } = await sql<Figure>`
    select c.name, ${secondsIn(place, sql`g.from_at`, sql`g.to_at`)} as amount
    from gaps g join cameras c on c.organization_id = g.organization_id and c.id = g.camera_id and c.deleted_at is null
      join camera_streams s on s.organization_id = g.organization_id and s.id = g.stream_id and s.kind = 'main'
    where g.organization_id = ${organizationId} and g.cause <> all (${[...expectedGapCauses]}::text[])
      and ${touches(place, sql`g.from_at`, sql`g.to_at`)} and ${camerasInside(organizationId, scope)}
    group by c.id, c.name order by 2 desc, 1 limit ${longestList}`.execute(trx);
  return rows;
}

export async function newPeople(trx: Work, { organizationId, from, to }: WeekPlace): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select count(*) as amount from memberships where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${to}`.execute(
    trx,
  );
  return rows[0]?.amount ?? 0;
}

export interface SignIns {
  done: number;
  refused: number;
  people: number;
}

export async function signIns(trx: Work, { organizationId, from, to }: WeekPlace): Promise<SignIns> {
  const { rows } = await sql<SignIns>`
    select count(*) filter (where action = 'session.signIn') as done, count(*) filter (where action = 'session.signInRefused') as refused,
      count(distinct user_id) filter (where action = 'session.signIn') as people
    from audit_entries where organization_id = ${organizationId} and action in ('session.signIn', 'session.signInRefused') and at >= ${from} and at < ${to}`.execute(
    trx,
  );
  return rows[0] ?? { done: 0, refused: 0, people: 0 };
}
