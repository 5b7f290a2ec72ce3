import type { CameraState } from '@sightline/contracts/cameras/camera';
import type { AnalyticsSwitch } from '@sightline/contracts/organizations/analytics-switches';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, totalOf, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { shownColumns, type ShownColumns } from '../../platform/database/shown-status.ts';

export interface CameraStreamRow extends Pick<
  Row<'cameraStreams'>,
  | 'id'
  | 'kind'
  | 'url'
  | 'urlKey'
  | 'transport'
  | 'driver'
  | 'format'
  | 'state'
  | 'cause'
  | 'isRecording'
  | 'recordingCause'
> {
  stateSinceMs: number;
  recordingSinceMs: number;
  isReported: boolean;
}

export interface CameraRow
  extends
    ShownColumns,
    Pick<
      Row<'cameras'>,
      | 'id'
      | 'name'
      | 'locationId'
      | 'edgeId'
      | 'username'
      | 'hasPassword'
      | 'secretId'
      | 'credentialsVersion'
      | 'recordingMode'
      | 'retentionDays'
      | 'retentionBytes'
      | 'analysis'
      | 'settings'
      | 'onvifHost'
      | 'onvifPort'
      | 'latitude'
      | 'longitude'
      | 'createdAt'
      | 'revision'
      | 'appliedRevision'
    > {
  locationName: string;
  entityPath: string[];
  timeZone: string;
  /** Of its location. */
  faceRecognition: boolean;
  edgeName: string;
  isHosted: boolean;
  /** Of a cloud-only camera. */
  address: Row<'cameras'>['address'];
  streams: CameraStreamRow[];
}

/** Filters of the list. */
export interface CameraFilter {
  locationId?: string | undefined;
  /** Only cameras at `locationId` itself, not those below it. */
  locationDepth?: 'own' | 'below' | undefined;
  edgeId?: string | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
  search?: string | undefined;
  state?: CameraState | undefined;
}

const ms = (column: string): RawBuilder<number> => sql<number>`round(extract(epoch from ${sql.ref(column)}) * 1000)`;

const streamsJson = sql<CameraStreamRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', s.id, 'kind', s.kind, 'url', s.url, 'urlKey', s.url_key, 'transport', s.transport, 'driver', s.driver, 'format', s.format,
    'state', s.state, 'cause', s.cause, 'stateSinceMs', ${ms('s.state_since')}, 'isRecording', s.is_recording,
    'recordingCause', s.recording_cause, 'recordingSinceMs', ${ms('s.recording_since')}, 'isReported', s.reported_at is not null
  ) order by s.kind)
  from camera_streams s where s.organization_id = c.organization_id and s.camera_id = c.id and s.deleted_at is null), '[]')`;

const selectRow = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('cameras as c')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.locationId'),
    )
    .innerJoin('edges as e', (join) =>
      join.onRef('e.organizationId', '=', 'c.organizationId').onRef('e.id', '=', 'c.edgeId'),
    )
    .leftJoin('statuses as st', (join) =>
      join.onRef('st.organizationId', '=', 'c.organizationId').onRef('st.entityId', '=', 'c.id'),
    )
    .select([
      'c.id',
      'c.name',
      'c.locationId',
      'l.name as locationName',
      sql<string[]>`l.path || array[c.edge_id, c.id]`.as('entityPath'),
      'l.timeZone',
      sql<boolean>`faces_wanted(l)`.as('faceRecognition'),
      'c.edgeId',
      'e.name as edgeName',
      'e.hosted as isHosted',
      ...shownColumns,
      'c.username',
      'c.hasPassword',
      'c.secretId',
      'c.credentialsVersion',
      'c.recordingMode',
      'c.retentionDays',
      'c.retentionBytes',
      'c.analysis',
      'c.settings',
      'c.onvifHost',
      'c.onvifPort',
      'c.address',
      'c.latitude',
      'c.longitude',
      'c.createdAt',
      'c.revision',
      'c.appliedRevision',
      streamsJson.as('streams'),
    ])
    .where('c.organizationId', '=', organizationId)
    .where('c.deletedAt', 'is', null);

/** State that is shown of the cameras `k` whose statuses are `st`. One that is missing there is unhealthy, because something lost it. */
export const stateInSql: RawBuilder<CameraState> = sql<CameraState>`coalesce(st.state, 'unhealthy')`;

const matching = (filter: CameraFilter): RawBuilder<boolean> => sql<boolean>`(
  (${filter.locationId ?? null}::uuid is null or ${filter.locationId ?? null}::uuid = ${filter.locationDepth === 'own' ? sql`c.location_id` : sql`any (l.path)`})
  and (${filter.edgeId ?? null}::uuid is null or c.edge_id = ${filter.edgeId ?? null}::uuid)
  and (${filter.ids ?? null}::uuid[] is null or c.id = any (${filter.ids ?? null}::uuid[]))
  and (${filter.search ?? null}::text is null or strpos(lower(c.name), lower(${filter.search ?? ''})) > 0))`;

/** An organization, and what of it may be seen. */
export interface ScopedPlace {
  organizationId: string;
  scope: Scope;
}

export const insideCameras = ({ organizationId, scope }: ScopedPlace): RawBuilder<boolean> =>
  insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  }) as RawBuilder<boolean>;

/** The states of those that may be seen are compared once, for the page and for the count. */
async function listInState(
  trx: Work,
  place: ScopedPlace,
  request: PageRequest & CameraFilter & { state: CameraState },
): Promise<Page<CameraRow>> {
  const { organizationId } = place;
  const { rows: found } = await sql<{ ids: string[]; count: number }>`
    with k as materialized (
      select c.id, c.name from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      where c.organization_id = ${organizationId} and c.deleted_at is null and ${insideCameras(place)} and ${matching(request)}),
    found as materialized (
      select k.id, k.name from k
        left join statuses st on st.organization_id = ${organizationId} and st.entity_id = k.id
      where ${stateInSql} = ${request.state})
    select (select count(*)::integer from found) as count, array(
      select c.id from found c where ${afterCursor(request, sql`c.name collate people`, sql`c.id`)}
      order by c.name collate people, c.id limit ${request.limit + 1}) as ids`.execute(trx);
  const { ids, count } = found[0] ?? { ids: [], count: 0 };
  const rows = await selectRow(trx, organizationId)
    .where(sql<boolean>`c.id = any (${ids}::uuid[])`)
    .orderBy(sql`c.name collate people`)
    .orderBy('c.id')
    .execute();
  return { ...toPage(rows as CameraRow[], request, (row) => ({ key: row.name, id: row.id })), total: totalOf(count) };
}

/** A page of cameras by name, only those inside the scope. */
export async function listCameras(
  trx: Work,
  place: ScopedPlace,
  request: PageRequest & CameraFilter,
): Promise<Page<CameraRow>> {
  const inScope = insideCameras(place);
  if (request.state !== undefined) return listInState(trx, place, { ...request, state: request.state });
  const rows = await selectRow(trx, place.organizationId)
    .where(inScope)
    .where(matching(request))
    .where(afterCursor(request, sql`c.name collate people`, sql.ref('c.id')))
    .orderBy(sql`c.name collate people`)
    .orderBy('c.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      where c.organization_id = ${place.organizationId} and c.deleted_at is null and ${inScope} and ${matching(request)}`,
  );
  return { ...toPage(rows as CameraRow[], request, (row) => ({ key: row.name, id: row.id })), total };
}

export async function findCamera(trx: Work, organizationId: string, cameraId: string): Promise<CameraRow | undefined> {
  const row = await selectRow(trx, organizationId).where('c.id', '=', cameraId).executeTakeFirst();
  return row as CameraRow | undefined;
}

export async function findCameraByAddress(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  urlKey: string,
): Promise<{ cameraId: string } | undefined> {
  return trx
    .selectFrom('cameraStreams')
    .select('cameraId')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('urlKey', '=', urlKey)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Ids of the cameras at exactly one location, or of one core. */
export async function cameraIdsOf(
  trx: Work,
  organizationId: string,
  at: { locationId: string } | { edgeId: string },
): Promise<string[]> {
  const column = 'locationId' in at ? 'locationId' : 'edgeId';
  const value = 'locationId' in at ? at.locationId : at.edgeId;
  const rows = await trx
    .selectFrom('cameras')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(column, '=', value)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Cameras that have any of these switches on. */
export async function camerasWanting(
  trx: Work,
  organizationId: string,
  switches: readonly AnalyticsSwitch[],
): Promise<string[]> {
  const wantsOther = sql<boolean>`exists (select 1 from jsonb_each(c.settings -> 'recognition') as one (name, wanted)
    where one.name = any (${[...switches]}::text[]) and one.wanted = 'true')`;
  const wantsPlates = sql<boolean>`(${switches.includes('licensePlates')}::boolean and c.analysis ->> 'readsPlates' is distinct from 'false')`;
  const wantsFaces = sql<boolean>`${switches.includes('faceRecognition')}::boolean`;
  const rows = await trx
    .selectFrom('cameras as c')
    .select('c.id')
    .where('c.organizationId', '=', organizationId)
    .where('c.deletedAt', 'is', null)
    .where((eb) => eb.or([wantsOther, wantsPlates, wantsFaces]))
    .orderBy('c.edgeId')
    .orderBy('c.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Paths of cameras in use (locations, core, camera), by camera id. */
export async function pathsOfCameras(
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('cameras as c')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.locationId'),
    )
    .select(['c.id', sql<string[]>`l.path || array[c.edge_id, c.id]`.as('path')])
    .where('c.organizationId', '=', organizationId)
    .where('c.deletedAt', 'is', null)
    .where(sql<boolean>`c.id = any (${[...cameraIds]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.path]));
}

/** The cameras of a core, with their revisions. */
export async function camerasOfCore(
  trx: Work,
  organizationId: string,
  edgeId: string,
): Promise<{ id: string; revision: number }[]> {
  return trx
    .selectFrom('cameras')
    .select(['id', 'revision'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** Names and paths of cameras, also of those that were deleted. */
export async function cameraNames(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; path: string[] }[]> {
  return trx
    .selectFrom('cameras as c')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.locationId'),
    )
    .select(['c.id', 'c.name', sql<string[]>`l.path || array[c.edge_id, c.id]`.as('path')])
    .where('c.organizationId', '=', organizationId)
    .where(sql<boolean>`c.id = any (${[...ids]}::uuid[])`)
    .execute();
}

/** Which of these cameras this organization knows, also those that were deleted or are of another core. */
export async function knownCameras(trx: Work, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await cameraNames(trx, organizationId, ids)).map(({ id }) => id));
}
