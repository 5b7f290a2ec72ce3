import type { StreamStatus } from '@sightline/contracts/cameras/camera';
import type { RecordingSettings } from '@sightline/contracts/cameras/camera-settings';
import type { DeviceCounts } from '@sightline/domain/status/location-status';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** A stream as its core said last. */
export interface StreamFactsRow extends Pick<
  Row<'cameraStreams'>,
  'id' | 'kind' | 'state' | 'cause' | 'isRecording' | 'recordingCause'
> {
  sinceUtcMs: number;
  recordingSinceUtcMs: number;
  hasAudio: boolean;
  isReported: boolean;
}

/** Everything that the status of a camera follows from. */
export interface CameraFactsRow extends Pick<
  Row<'cameras'>,
  'id' | 'edgeId' | 'locationId' | 'createdAt' | 'recordingMode'
> {
  /** What is absent has its default. */
  recording: Partial<RecordingSettings>;
  isAnalysed: boolean;
  isLinked: boolean;
  /** Its core counts as linked, because the server itself ended the link a moment ago. */
  isHeld: boolean;
  edgeSince: Date | null;
  isEdgeRevoked: boolean;
  analytics: StreamStatus | null;
  smartStorage: StreamStatus | null;
  audioEnabled: boolean | null;
  streams: StreamFactsRow[];
}

/** Everything that the status of a core follows from, and what is told with it. */
export interface EdgeFactsRow extends Pick<
  Row<'edges'>,
  | 'id'
  | 'locationId'
  | 'createdAt'
  | 'claimedAt'
  | 'revokedAt'
  | 'isLinked'
  | 'stateSince'
  | 'lastSeenAt'
  | 'clockOffsetMs'
> {
  /** As for a camera. */
  isHeld: boolean;
}

/** In which organization facts are read, and as of when. */
interface FactsAt {
  organizationId: string;
  nowUtcMs: number;
}

const ms = (column: string): RawBuilder<number> => sql<number>`round(extract(epoch from ${sql.ref(column)}) * 1000)`;

/** What is known of cameras in use. */
export async function cameraFacts(
  trx: Work,
  { organizationId, nowUtcMs }: FactsAt,
  cameraIds: readonly string[],
): Promise<CameraFactsRow[]> {
  if (cameraIds.length === 0) return [];
  const { rows } = await sql<CameraFactsRow>`
    select c.id, c.edge_id, c.location_id, c.created_at, c.recording_mode, coalesce(c.settings -> 'recording', '{}') as recording,
      coalesce((c.analysis ->> 'isOn')::boolean, true) as is_analysed, e.is_linked, e.state_since as edge_since, e.revoked_at is not null as is_edge_revoked,
      coalesce(h.held_until > ${new Date(nowUtcMs)}, false) as is_held,
      p.analytics, p.smart_storage, p.audio_enabled, coalesce(s.streams, '[]') as streams
    from cameras c
    join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    left join statuses h on h.organization_id = c.organization_id and h.entity_id = c.edge_id
    left join camera_parts p on p.organization_id = c.organization_id and p.camera_id = c.id
    left join lateral (
      select json_agg(json_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'cause', m.cause, 'sinceUtcMs', ${ms('m.state_since')},
        'isRecording', m.is_recording, 'recordingCause', m.recording_cause, 'recordingSinceUtcMs', ${ms('m.recording_since')},
        'hasAudio', m.format ->> 'audioCodec' is not null, 'isReported', m.reported_at is not null) order by m.kind) as streams
      from camera_streams m where m.organization_id = c.organization_id and m.camera_id = c.id and m.deleted_at is null) s on true
    where c.organization_id = ${organizationId} and c.deleted_at is null and c.id = any (${[...cameraIds]}::uuid[])
    order by c.id`.execute(trx);
  return rows;
}

/** What is known of cores in use. */
export async function edgeFacts(
  trx: Work,
  { organizationId, nowUtcMs }: FactsAt,
  edgeIds: readonly string[],
): Promise<EdgeFactsRow[]> {
  if (edgeIds.length === 0) return [];
  const rows = await trx
    .selectFrom('edges as e')
    .leftJoin('statuses as h', (join) =>
      join.onRef('h.organizationId', '=', 'e.organizationId').onRef('h.entityId', '=', 'e.id'),
    )
    .select([
      'e.id',
      'e.locationId',
      'e.createdAt',
      'e.claimedAt',
      'e.revokedAt',
      'e.isLinked',
      'e.stateSince',
      'e.lastSeenAt',
      'e.clockOffsetMs',
    ])
    .select(sql<boolean>`coalesce(h.held_until > ${new Date(nowUtcMs)}, false)`.as('isHeld'))
    .where('e.organizationId', '=', organizationId)
    .where('e.deletedAt', 'is', null)
    .where(sql<boolean>`e.id = any (${[...edgeIds]}::uuid[])`)
    .execute();
  return rows as EdgeFactsRow[];
}

/** Ids of the cameras of cores, all of them in use. */
export async function camerasOfEdges(trx: Work, organizationId: string, edgeIds: readonly string[]): Promise<string[]> {
  if (edgeIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from cameras where organization_id = ${organizationId} and deleted_at is null and edge_id = any (${[...edgeIds]}::uuid[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** These locations and everything above them, those in use. */
export async function locationsWithAbove(
  trx: Work,
  organizationId: string,
  locationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from locations l cross join unnest(l.path) as above (id)
      join locations a on a.organization_id = l.organization_id and a.id = above.id and a.deleted_at is null
    where l.organization_id = ${organizationId} and l.id = any (${[...locationIds]}::uuid[])`.execute(trx);
  return rows.map(({ id }) => id);
}

/** How many cores and cameras are at or below these locations, and what they show. A core without a status counts as unhealthy. */
export async function deviceCounts(
  trx: Work,
  organizationId: string,
  locationIds: readonly string[],
): Promise<Map<string, DeviceCounts>> {
  const { rows } = await sql<DeviceCounts & { id: string }>`
    with devices as (
      select edge.location_id, edge.id from edges edge where edge.organization_id = ${organizationId} and edge.deleted_at is null
      union all
      select c.location_id, c.id from cameras c where c.organization_id = ${organizationId} and c.deleted_at is null
    ), counted as (
      select d.location_id, count(*) as total, count(*) filter (where s.state = 'online') as online, count(*) filter (where s.state = 'offline') as offline,
        count(*) filter (where s.state = 'notConnected') as not_connected
      from devices d left join statuses s on s.organization_id = ${organizationId} and s.entity_id = d.id
      group by d.location_id
    )
    select above.id, sum(n.total)::integer as total, sum(n.online)::integer as online, sum(n.offline)::integer as offline,
      sum(n.not_connected)::integer as not_connected
    from counted n join locations l on l.organization_id = ${organizationId} and l.id = n.location_id cross join unnest(l.path) as above (id)
    where above.id = any (${[...locationIds]}::uuid[])
    group by above.id`.execute(trx);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Where these cores and cameras stand, those in use. */
export async function locationsOf(
  trx: Work,
  organizationId: string,
  { edgeIds, cameraIds }: { edgeIds: readonly string[]; cameraIds: readonly string[] },
): Promise<string[]> {
  if (edgeIds.length + cameraIds.length === 0) return [];
  const { rows } = await sql<{ locationId: string }>`
    select location_id from edges where organization_id = ${organizationId} and id = any (${[...edgeIds]}::uuid[]) and deleted_at is null
    union select location_id from cameras where organization_id = ${organizationId} and id = any (${[...cameraIds]}::uuid[]) and deleted_at is null`.execute(
    trx,
  );
  return rows.map(({ locationId }) => locationId);
}
