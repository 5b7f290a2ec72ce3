import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { ShownStatus } from '@sightline/contracts/status/status';
import type { Scope } from '@sightline/domain/permissions/grant';
import { expectedGapCauses } from '@sightline/domain/recordings/expected-gaps';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';

/** Whose cameras or cores are looked at, and from when on. */
export interface Sight {
  organizationId: string;
  scope: Scope;
  since: Date;
}

interface Placed {
  locationName: string;
  timeZone: string;
}

export type CameraTrouble = Placed &
  Pick<Row<'cameras'>, 'id' | 'name'> &
  Pick<Row<'statuses'>, 'state' | 'part' | 'cause' | 'since' | 'flappingSince'>;

export interface CoreRow extends Placed, Pick<Row<'edges'>, 'id' | 'name' | 'isLinked' | 'clockOffsetMs'> {
  cpuShare: number | null;
  state: ShownStatus['state'] | null;
  part: ShownStatus['part'];
  cause: ErrorCode | null;
  since: Date | null;
  flappingSince: Date | null;
}

export interface GapGroup extends Placed {
  edgeId: string;
  cause: ErrorCode;
  cameraId: string;
  cameraName: string;
  cameraCount: number;
  fromAt: Date;
  toAt: Date;
  knownAt: Date;
}

const cameraPlace = (organizationId: string) => ({
  organizationId,
  location: sql`c.location_id`,
  core: sql`c.edge_id`,
  camera: sql`c.id`,
});
const corePlace = (organizationId: string) => ({ organizationId, location: sql`e.location_id`, core: sql`e.id` });

/** Cameras that are not as they should be, worst first. Those that are away with a core inside `cores` are told with it. */
export async function troubledCameras(
  trx: Work,
  { organizationId, scope }: Omit<Sight, 'since'>,
  { cores, limit }: { cores: Scope; limit: number },
): Promise<{ rows: CameraTrouble[]; total: number }> {
  const isToldWithCore = sql<SqlBool>`(s.part = 'edge' and s.cause = 'core_offline' and ${insideScope(cores, { organizationId, location: sql`e.location_id`, core: sql`e.id` })})`;
  const { rows } = await sql<CameraTrouble & { total: number }>`
    select c.id, c.name, l.name as location_name, l.time_zone, s.state, s.part, s.cause, s.since, s.flapping_since, (count(*) over ())::integer as total
    from cameras c
      join statuses s on s.organization_id = c.organization_id and s.entity_id = c.id
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId} and c.deleted_at is null and (s.state in ('offline', 'notRecording', 'unhealthy') or s.flapping_since is not null)
      and not ${isToldWithCore} and ${insideScope(scope, cameraPlace(organizationId))}
    order by array_position(array['offline', 'notRecording', 'unhealthy'], s.state), s.since desc, c.id
    limit ${limit}`.execute(trx);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Cameras that were never connected, or wait to be; of those that are to be at a core within sight. */
export async function countWaitingCameras(trx: Work, { organizationId, scope }: Omit<Sight, 'since'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cameras c join statuses s on s.organization_id = c.organization_id and s.entity_id = c.id
    where c.organization_id = ${organizationId} and c.deleted_at is null and s.state = 'notConnected' and ${insideScope(scope, cameraPlace(organizationId))}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Cores that were paired and are not revoked, with what is known of them now. */
export async function pairedCores(trx: Work, { organizationId, scope }: Omit<Sight, 'since'>): Promise<CoreRow[]> {
  const { rows } = await sql<CoreRow>`
    select e.id, e.name, l.name as location_name, l.time_zone, e.is_linked, e.clock_offset_ms, (e.health ->> 'cpuShare')::float8 as cpu_share,
      s.state, s.part, s.cause, s.since, s.flapping_since
    from edges e
      join locations l on l.organization_id = e.organization_id and l.id = e.location_id
      left join statuses s on s.organization_id = e.organization_id and s.entity_id = e.id
    where e.organization_id = ${organizationId} and e.deleted_at is null and e.revoked_at is null and e.claimed_at is not null
      and ${insideScope(scope, corePlace(organizationId))}
    order by e.name, e.id`.execute(trx);
  return rows;
}

/** How many cameras inside the scope are away with each of these cores. */
export async function camerasAway(
  trx: Work,
  { organizationId, scope }: Omit<Sight, 'since'>,
  edgeIds: readonly string[],
): Promise<{ edgeId: string; count: number }[]> {
  const { rows } = await sql<{ edgeId: string; count: number }>`
    select c.edge_id, count(*)::integer as count from cameras c
      join statuses s on s.organization_id = c.organization_id and s.entity_id = c.id and s.part = 'edge' and s.state = 'offline'
    where c.organization_id = ${organizationId} and c.deleted_at is null and c.edge_id = any (${[...edgeIds]}::uuid[])
      and ${insideScope(scope, cameraPlace(organizationId))}
    group by 1`.execute(trx);
  return rows;
}

/** Of these cores, how many of the last minutes had a processor that was busy, and since when. */
export async function busyMinutes(
  trx: Work,
  { organizationId, since }: Pick<Sight, 'organizationId' | 'since'>,
  cores: { edgeIds: readonly string[]; busyFrom: number },
): Promise<{ edgeId: string; minutes: number; since: Date }[]> {
  const { rows } = await sql<{ edgeId: string; minutes: number; since: Date }>`
    select edge_id, count(*)::integer as minutes, min(minute) as since from edge_heartbeats
    where organization_id = ${organizationId} and edge_id = any (${[...cores.edgeIds]}::uuid[]) and minute >= ${since} and cpu_share >= ${cores.busyFrom}
    group by 1`.execute(trx);
  return rows;
}

/** Of these cores, when the last minutes ended in which the processor stayed busy since then, and how busy it was. */
export async function lastBusy(
  trx: Work,
  { organizationId, since }: Pick<Sight, 'organizationId' | 'since'>,
  cores: { edgeIds: readonly string[]; busyFrom: number; minutes: number; of: number },
): Promise<{ edgeId: string; at: Date; cpuShare: number }[]> {
  const { rows } = await sql<{ edgeId: string; at: Date; cpuShare: number }>`
    with busy as (
      select edge_id, minute, cpu_share, count(*) over (
        partition by edge_id order by minute range between make_interval(mins => ${cores.of - 1}) preceding and current row) as minutes
      from edge_heartbeats
      where organization_id = ${organizationId} and edge_id = any (${[...cores.edgeIds]}::uuid[]) and minute >= ${since} and cpu_share >= ${cores.busyFrom})
    select distinct on (edge_id) edge_id, minute as at, round(cpu_share::numeric, 3)::float8 as cpu_share from busy
    where minutes >= ${cores.minutes} order by edge_id, minute desc`.execute(trx);
  return rows;
}

interface Viewer {
  organizationId: string;
  userId: string;
}

/** What is not marked as seen by this person since it came. */
const isUnseen = (
  { organizationId, userId }: Viewer,
  key: RawBuilder<unknown>,
  knownAt: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`
  not exists (select 1 from attention_seen seen where seen.organization_id = ${organizationId} and seen.user_id = ${userId}
    and seen.item_key = ${key} and seen.seen_until >= ${knownAt})`;

/** Unexpected gaps of main streams that became known since then and were not seen, by core and cause, with the longest of each. */
export async function unseenGaps(
  trx: Work,
  { organizationId, scope, since }: Sight,
  by: { userId: string; minMs: number },
): Promise<GapGroup[]> {
  const key = sql`'gap:' || c.edge_id || ':' || g.cause`;
  const { rows } = await sql<GapGroup>`
    with unseen as (
      select c.edge_id, g.cause, c.id as camera_id, c.name as camera_name, l.name as location_name, l.time_zone, g.from_at, g.to_at, g.received_at
      from gaps g
        join cameras c on c.organization_id = g.organization_id and c.id = g.camera_id and c.deleted_at is null
        join camera_streams s on s.organization_id = g.organization_id and s.id = g.stream_id and s.kind = 'main'
        join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      where g.organization_id = ${organizationId} and g.received_at > ${since} and g.cause <> all (${[...expectedGapCauses]}::text[])
        and ${isUnseen({ organizationId, userId: by.userId }, key, sql`g.received_at`)} and ${insideScope(scope, cameraPlace(organizationId))}),
    groups as (
      select edge_id, cause, count(distinct camera_id)::integer as camera_count, max(received_at) as known_at from unseen
      group by 1, 2 having sum(to_at - from_at) >= make_interval(secs => ${by.minMs / 1000}))
    select distinct on (u.edge_id, u.cause) u.edge_id, u.cause, u.camera_id, u.camera_name, u.location_name, u.time_zone, u.from_at, u.to_at,
      groups.camera_count, groups.known_at
    from groups join unseen u on u.edge_id = groups.edge_id and u.cause = groups.cause
    order by u.edge_id, u.cause, u.to_at - u.from_at desc, u.from_at desc`.execute(trx);
  return rows;
}

/** Cameras whose recording is switched off: the one that was last, and how many they are. */
export async function camerasOff(
  trx: Work,
  { organizationId, scope }: Omit<Sight, 'since'>,
): Promise<(Placed & { id: string; name: string; since: Date; count: number }) | undefined> {
  const { rows } = await sql<Placed & { id: string; name: string; since: Date; count: number }>`
    select c.id, c.name, l.name as location_name, l.time_zone, coalesce(s.recording_since, c.created_at) as since, (count(*) over ())::integer as count
    from cameras c
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      left join camera_streams s on s.organization_id = c.organization_id and s.camera_id = c.id and s.kind = 'main' and s.deleted_at is null
    where c.organization_id = ${organizationId} and c.deleted_at is null and c.recording_mode = 'off' and ${insideScope(scope, cameraPlace(organizationId))}
    order by 5 desc, c.id limit 1`.execute(trx);
  return rows[0];
}

/** What cores said of themselves since then and was not seen, by core and code. */
export async function unseenNotices(
  trx: Work,
  { organizationId, scope, since }: Sight,
  by: { userId: string; calm: readonly ErrorCode[] },
): Promise<(Placed & { edgeId: string; edgeName: string; code: ErrorCode; count: number; at: Date; knownAt: Date })[]> {
  const key = sql`'notice:' || n.edge_id || ':' || n.code`;
  const { rows } = await sql<
    Placed & { edgeId: string; edgeName: string; code: ErrorCode; count: number; at: Date; knownAt: Date }
  >`
    select e.id as edge_id, e.name as edge_name, l.name as location_name, l.time_zone, n.code, count(*)::integer as count,
      max(n.at) as at, max(n.received_at) as known_at
    from core_notices n
      join edges e on e.organization_id = n.organization_id and e.id = n.edge_id and e.deleted_at is null
      join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    where n.organization_id = ${organizationId} and n.received_at > ${since} and n.code <> all (${[...by.calm]}::text[])
      and ${isUnseen({ organizationId, userId: by.userId }, key, sql`n.received_at`)} and ${insideScope(scope, corePlace(organizationId))}
    group by 1, 2, 3, 4, 5 order by known_at desc`.execute(trx);
  return rows;
}

/** Exports that failed since then, newest first. */
export async function failedExports(
  trx: Work,
  { organizationId, scope, since }: Sight,
): Promise<
  (Placed & { id: string; cameraId: string; cameraName: string; failure: ErrorCode | null; finishedAt: Date })[]
> {
  const { rows } = await sql<
    Placed & { id: string; cameraId: string; cameraName: string; failure: ErrorCode | null; finishedAt: Date }
  >`
    select x.id, c.id as camera_id, c.name as camera_name, l.name as location_name, l.time_zone, x.failure, x.finished_at
    from exports x
      join cameras c on c.organization_id = x.organization_id and c.id = x.camera_id and c.deleted_at is null
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where x.organization_id = ${organizationId} and x.state = 'failed' and x.finished_at > ${since} and ${insideScope(scope, cameraPlace(organizationId))}
    order by x.finished_at desc limit 50`.execute(trx);
  return rows;
}
