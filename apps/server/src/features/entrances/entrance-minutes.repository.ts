import type { EntranceFigure, FigureStep } from '@sightline/contracts/entrances/entrance';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { findReportingCamera, type ReportingCamera } from '../cameras/cameras.public.ts';
import type { EntrancePlace } from './entrances.repository.ts';

/** A minute as it is kept. */
export interface MinuteValues {
  at: Date;
  revision: number;
  ins: readonly number[];
  outs: readonly number[];
  watchedS: number;
}

/** A camera of the core that says something of an entrance, with what is known of the entrance. */
export interface ReportedEntrance extends ReportingCamera {
  /** Null for one that was deleted. */
  entrance: { cameraId: string; updatedAt: Date } | null;
}

/** The camera of this core, and the entrance that is said to be there, which stays until the transaction ends; undefined for a camera of another one. */
export async function entranceOfCore(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  { entranceId, cameraId }: { entranceId: string; cameraId: string },
): Promise<ReportedEntrance | undefined> {
  const camera = await findReportingCamera(trx, { organizationId, edgeId }, cameraId);
  if (!camera) return undefined;
  const entrance = await trx
    .selectFrom('entrances')
    .select(['cameraId', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', entranceId)
    .forKeyShare()
    .executeTakeFirst();
  return { ...camera, entrance: entrance ?? null };
}

/** Keeps minutes; one that is not newer than what is known of it changes nothing. Answers how many changed something. */
export async function keepMinutes(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
  minutes: readonly MinuteValues[],
): Promise<number> {
  const { rows } = await sql`
    insert into entrance_minutes as m (organization_id, entrance_id, at, revision, ins, outs, watched_s)
    select distinct on (n.at) ${organizationId}::uuid, ${entranceId}::uuid, n.at, n.revision,
      array(select jsonb_array_elements_text(n.ins)::smallint), array(select jsonb_array_elements_text(n.outs)::smallint), n."watchedS"
    from jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb)
      as n (at timestamptz(3), revision integer, ins jsonb, outs jsonb, "watchedS" smallint)
    order by n.at, n.revision desc
    on conflict (organization_id, entrance_id, at) do update
      set revision = excluded.revision, ins = excluded.ins, outs = excluded.outs, watched_s = excluded.watched_s
      where m.revision < excluded.revision
    returning 1`.execute(trx);
  return rows.length;
}

/** From when to when figures are asked for, in which steps of which clocks. Before `createdAt` there was nothing to watch. */
export interface FigureRange {
  from: Date;
  until: Date;
  per: FigureStep;
  timeZone: string;
  createdAt: Date;
  now: Date;
}

/** In each step of the zone who went in and out, also in those of which nothing is known; the oldest first. */
export async function figuresOf(
  trx: Work,
  { organizationId, entranceId }: EntrancePlace,
  { from, until, per, timeZone, createdAt, now }: FigureRange,
): Promise<EntranceFigure[]> {
  // Steps are found by looking at the clocks of the zone often enough: they may change by less than an hour.
  const grain = per === 'minute' ? '1 minute' : '15 minutes';
  const { rows } = await sql<EntranceFigure>`
    with steps as (
      select start, greatest(start, ${from}) as from_at, coalesce(lead(start) over (order by start), ${until}) as to_at
      from (select distinct date_trunc(${per}, g, ${timeZone}) as start
        from (select generate_series(date_trunc('minute', ${from}::timestamptz), ${until}::timestamptz, ${grain}::interval) as g
          union all select ${until}::timestamptz - interval '1 millisecond') marks
        where g < ${until}) s),
    counted as (
      select date_trunc(${per}, m.at, ${timeZone}) as start, sum(cardinality(m.ins))::integer as ins, sum(cardinality(m.outs))::integer as outs,
        sum(m.watched_s)::integer as watched_s
      from entrance_minutes m
      where m.organization_id = ${organizationId}::uuid and m.entrance_id = ${entranceId}::uuid and m.at >= ${from} and m.at < ${until}
      group by 1),
    told as (
      select s.*, coalesce(c.ins, 0) as ins, coalesce(c.outs, 0) as outs, coalesce(c.watched_s, 0) as watched_s,
        greatest(0, floor(extract(epoch from least(s.to_at, ${now}) - greatest(s.from_at, ${createdAt}))))::integer as out_of_s
      from steps s left join counted c on c.start = s.start)
    select (extract(epoch from from_at) * 1000)::bigint as from_utc_ms, (extract(epoch from to_at) * 1000)::bigint as to_utc_ms,
      ins as "in", outs as "out", least(watched_s, out_of_s) as watched_s, out_of_s
    from told order by start`.execute(trx);
  return rows;
}

/** Of which entrance since when it is asked how many are inside. */
export interface OccupancyAsked {
  entranceId: string;
  since: Date;
  /** So many were inside then. */
  inside: number;
}

/** What was counted of it since. */
export interface OccupancyCounted {
  entranceId: string;
  ins: number;
  outs: number;
  watchedS: number;
  /** How far below nobody the number fell on its way; 0 when it never did. */
  missed: number;
}

/** What was counted at entrances, of each since its own instant. */
export async function countedSince(
  trx: Work,
  organizationId: string,
  asked: readonly OccupancyAsked[],
): Promise<Map<string, OccupancyCounted>> {
  if (asked.length === 0) return new Map();
  const since = (seconds: 'ins' | 'outs') =>
    sql<number>`(case when m.at >= n.since then cardinality(m.${sql.ref(seconds)})
      else (select count(*) from unnest(m.${sql.ref(seconds)}) s where m.at + s * interval '1 second' >= n.since) end)::integer`;
  const { rows } = await sql<OccupancyCounted>`
    with asked as materialized (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as n ("entranceId" uuid, since timestamptz, inside integer))
    select n."entranceId" as entrance_id, coalesce(t.ins, 0)::integer as ins, coalesce(t.outs, 0)::integer as outs,
      coalesce(t.watched_s, 0)::integer as watched_s, greatest(0, -coalesce(n.inside + t.lowest, 0))::integer as missed
    from asked n cross join lateral (
      select sum(r.ins) as ins, sum(r.outs) as outs, sum(r.watched_s) as watched_s, min(r.run) as lowest from (
        select d.ins, d.outs, d.watched_s, sum(d.ins - d.outs) over (order by d.at) as run from (
          select m.at, ${since('ins')} as ins, ${since('outs')} as outs, case when m.at >= n.since then m.watched_s else 0 end as watched_s
          from entrance_minutes m
          where m.organization_id = ${organizationId}::uuid and m.entrance_id = n."entranceId" and m.at > n.since - interval '1 minute') d) r) t`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.entranceId, row]));
}

/** Minutes are kept for 400 days: figures by day reach back a year. */
export async function deleteOldMinutes(database: Database, before: Date): Promise<void> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  for (const { organizationId } of rows)
    await database.withOrganization(organizationId, (trx) =>
      trx.deleteFrom('entranceMinutes').where('organizationId', '=', organizationId).where('at', '<', before).execute(),
    );
}
