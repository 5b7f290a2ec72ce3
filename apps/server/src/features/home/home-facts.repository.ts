import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import { expectedGapCauses } from '@sightline/domain/recordings/expected-gaps';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** Whose cameras are counted, and of which time. */
export interface FactsPlace {
  organizationId: string;
  scope: Scope;
  from: Date;
  to: Date;
}

export interface FactsRow {
  cameras: number;
  unknownCount: number;
  /** Seconds in which recording was wanted and of which something is known. */
  wantedS: number;
  /** Of those: without footage. */
  lostS: number;
  /** Since when something is known. */
  knownFrom: Date | null;
}

export interface LongestGapRow {
  cameraId: string;
  cameraName: string;
  locationName: string;
  timeZone: string;
  fromAt: Date;
  toAt: Date;
  cause: ErrorCode | null;
  isOpen: boolean;
}

export interface DayRow {
  cameras: number;
  unknownCount: number;
  knownFrom: Date | null;
  knownTo: Date | null;
  /** Milliseconds since the begin of the day, [from, to). */
  gaps: [number, number][];
  unwanted: [number, number][];
}

const expected = sql`${[...expectedGapCauses]}::text[]`;

/** From one instant to another; nothing where the second isn't later. */
const span = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${from} < ${to} then tstzmultirange(tstzrange(${from}, ${to})) else '{}'::tstzmultirange end`;

const lengthOf = (ranges: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select sum(upper(r) - lower(r)) from unnest(${ranges}) as r)`;

/** Of a length in all, and not of each: what tells the seconds of one costs more than adding up thousands. */
const seconds = (length: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(extract(epoch from ${length}), 0)::float8`;

/**
 * What is known of the recording of each camera (`accounts`): `known` is the time of which its core told, `unwanted` that in which nothing
 * was to be recorded, `missing` that without footage for another reason. Gaps come when they end; one that goes on is in the state of the
 * main stream. Time before a core took up a new camera is missing: it was added, and nothing was recorded. While a core is away it may
 * record or not, so nothing is known since it was heard last.
 */
const accounts = ({ organizationId, scope, from, to }: FactsPlace, locationId?: string): RawBuilder<unknown> => sql`
  cams as (
    select c.id, c.name, c.location_id, c.recording_mode, greatest(c.created_at, ${from}::timestamptz) as began, c.created_at,
      s.reported_at is not null as is_reported, s.recording_cause, s.recording_since,
      case when s.state = 'offline' then least(s.state_since, s.recording_since) else s.recording_since end as lost_since,
      case when es.state = 'online' then ${to}::timestamptz else least(e.last_seen_at, ${to}::timestamptz) end as heard_at,
      es.state is distinct from 'online' as is_away,
      c.recording_mode = 'off' or (not s.is_recording and s.recording_cause is null and c.recording_mode = 'schedule') as rests,
      c.recording_mode <> 'off' and not s.is_recording and (s.recording_cause is not null or c.recording_mode <> 'schedule') as fails,
      case when c.created_at > ${from} then (
        select min(o.applied_at) from operations o
        where o.organization_id = c.organization_id and o.edge_id = c.edge_id and o.entity = 'camera' and o.entity_id = c.id) end as taken_up_at
    from cameras c
      join camera_streams s on s.organization_id = c.organization_id and s.camera_id = c.id and s.kind = 'main' and s.deleted_at is null
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
      left join statuses es on es.organization_id = e.organization_id and es.entity_id = e.id
    where c.organization_id = ${organizationId} and c.deleted_at is null and (c.recording_mode <> 'off' or s.recording_since > ${from})
      and ${locationId === undefined ? sql`true` : sql`c.location_id = ${locationId}`}
      and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })}),
  mains as materialized (
    select s.id as stream_id, s.camera_id from camera_streams s join cams on cams.id = s.camera_id
    where s.organization_id = ${organizationId} and s.kind = 'main'),
  told as (
    select mains.camera_id,
      range_agg(tstzrange(g.from_at, g.to_at)) filter (where g.cause <> all (${expected})) as missing,
      range_agg(tstzrange(g.from_at, g.to_at)) filter (where g.cause = any (${expected})) as unwanted
    from gaps g join mains on mains.stream_id = g.stream_id
    where g.organization_id = ${organizationId} and g.received_at > ${from} and g.to_at > ${from} and g.from_at < ${to}
    group by 1),
  parts as (
    select cams.*, ${span(sql`began`, sql`heard_at`)} as known,
      coalesce(told.unwanted, '{}') + case when rests then ${span(sql`recording_since`, sql`heard_at`)} else '{}' end as unwanted,
      coalesce(told.missing, '{}') + case when fails then ${span(sql`lost_since`, sql`heard_at`)} else '{}' end
        + ${span(sql`created_at`, sql`taken_up_at`)} as missing
    from cams left join told on told.camera_id = cams.id
    where is_reported and heard_at > began),
  accounts as materialized (
    select id, name, location_id, recording_cause, began, heard_at, fails and not is_away as fails, known, unwanted,
      case when isempty(unwanted) then missing else missing - unwanted end as missing from parts)`;

/** Joins by hashes: nobody can estimate what comes out of `accounts`, and ten thousand cameras are not to be looked through once for each gap. */
async function hashed(trx: Work): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(trx);
  // Gaps of a day of ten thousand cameras, by camera, without a way over the disk.
  await sql`set local work_mem = '64MB'`.execute(trx);
}

/** How much of the time cameras that are to record did, and the longest time without footage that touches the range, of a second at least. */
export async function factsOf(trx: Work, place: FactsPlace): Promise<{ row: FactsRow; longest: LongestGapRow | null }> {
  const { organizationId } = place;
  await hashed(trx);
  const { rows } = await sql<FactsRow & { [K in keyof LongestGapRow]: LongestGapRow[K] | null }>`
    with ${accounts(place)},
    pieces as materialized (
      select a.id, a.began, a.heard_at, a.fails, lower(r) as from_at, upper(r) as to_at
      from accounts a cross join unnest(a.missing) as r where lower(r) < a.heard_at and upper(r) > a.began),
    summed as (
      select ${seconds(sql`sum(case when isempty(unwanted) then heard_at - began else ${lengthOf(sql`known - unwanted`)} end)`)} as wanted_s,
        (select ${seconds(sql`sum(least(to_at, heard_at) - greatest(from_at, began))`)} from pieces) as lost_s, min(began) as known_from
      from accounts),
    longest_piece as (
      select id, from_at, to_at, fails and to_at = heard_at as is_open from pieces where to_at - from_at >= interval '1 second'
      order by to_at - from_at desc, from_at desc, id limit 1),
    longest as (
      select p.*, c.name, c.location_id, c.recording_cause from longest_piece p join cams c on c.id = p.id)
    select (select count(*) from cams where recording_mode <> 'off')::integer as cameras,
      (select count(*) from cams where recording_mode <> 'off' and (is_away or not is_reported))::integer as unknown_count,
      summed.wanted_s, summed.lost_s, summed.known_from,
      longest.id as camera_id, longest.name as camera_name, l.name as location_name, l.time_zone, longest.from_at, longest.to_at, longest.is_open,
      coalesce((
        select g.cause from gaps g
        where g.organization_id = ${organizationId} and g.camera_id = longest.id and g.from_at < longest.to_at and g.to_at > longest.from_at
          and g.cause <> all (${expected})
        order by least(g.to_at, longest.to_at) - greatest(g.from_at, longest.from_at) desc, g.id limit 1), longest.recording_cause) as cause
    from summed left join longest on true left join locations l on l.organization_id = ${organizationId} and l.id = longest.location_id`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined)
    return { row: { cameras: 0, unknownCount: 0, wantedS: 0, lostS: 0, knownFrom: null }, longest: null };
  return { row, longest: row.cameraId === null ? null : (row as LongestGapRow) };
}

/** What is known of the cameras directly at one location. */
export async function dayOfLocation(trx: Work, place: FactsPlace, locationId: string): Promise<DayRow> {
  const { from } = place;
  await hashed(trx);
  const ms = (ranges: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
    select json_agg(json_build_array(round(extract(epoch from lower(r) - ${from}::timestamptz) * 1000), round(extract(epoch from upper(r) - ${from}::timestamptz) * 1000)) order by r)
    from unnest(${ranges}) as r), '[]')`;
  const { rows } = await sql<DayRow>`
    with ${accounts(place, locationId)},
    joined as (
      select range_agg(known) as known, range_agg(known - unwanted) as wanted, range_agg(known * missing) as missing from accounts)
    select (select count(*) from cams where recording_mode <> 'off')::integer as cameras,
      (select count(*) from cams where recording_mode <> 'off' and (is_away or not is_reported))::integer as unknown_count,
      lower(known) as known_from, upper(known) as known_to,
      ${ms(sql`coalesce(missing, '{}')`)} as gaps, ${ms(sql`coalesce(known - wanted, '{}')`)} as unwanted
    from joined`.execute(trx);
  return rows[0] ?? { cameras: 0, unknownCount: 0, knownFrom: null, knownTo: null, gaps: [], unwanted: [] };
}
