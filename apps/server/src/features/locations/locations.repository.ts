import type { Coordinates, LocationDeleteCheck } from '@sightline/contracts/locations/location';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { locationsInSight, type LocationSight } from '../../platform/database/scope-sql.ts';
import { shownColumns, type ShownColumns } from '../../platform/database/shown-status.ts';
import { newId } from '../../platform/ids/ids.ts';

type Details = Pick<
  Row<'locations'>,
  | 'name'
  | 'parentId'
  | 'timeZone'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'notes'
  | 'localLiveStream'
  | 'faceRecognition'
>;

export interface LocationRow
  extends Details, ShownColumns, Pick<Row<'locations'>, 'id' | 'latitude' | 'longitude' | 'createdAt' | 'revision'> {
  /** Ancestors from the root down to the location itself. */
  entityPath: string[];
  edgeCount: number;
  cameraCount: number;
}

/** What a new location is made of, its values already checked. */
export interface LocationValues extends Details {
  coordinates: Coordinates | null;
}

/** Values as their columns; coordinates that are not given stay. */
const columnsOf = <V extends Partial<LocationValues>>({ coordinates, ...columns }: V) => ({
  ...columns,
  ...(coordinates === undefined ? {} : { latitude: coordinates?.lat ?? null, longitude: coordinates?.lon ?? null }),
});

const selectRow = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('locations as l')
    .leftJoin('statuses as st', (join) =>
      join.onRef('st.organizationId', '=', 'l.organizationId').onRef('st.entityId', '=', 'l.id'),
    )
    .select((eb) => [
      'l.id',
      'l.name',
      'l.parentId',
      'l.timeZone',
      'l.address',
      'l.city',
      'l.state',
      'l.zip',
      'l.notes',
      'l.latitude',
      'l.longitude',
      'l.localLiveStream',
      'l.faceRecognition',
      'l.createdAt',
      'l.revision',
      ...shownColumns,
      'l.path as entityPath',
      eb
        .selectFrom('edges as e')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('e.locationId', '=', 'l.id')
        .where('e.organizationId', '=', organizationId)
        .where('e.deletedAt', 'is', null)
        .as('edgeCount'),
      eb
        .selectFrom('cameras as c')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('c.locationId', '=', 'l.id')
        .where('c.organizationId', '=', organizationId)
        .where('c.deletedAt', 'is', null)
        .as('cameraCount'),
    ])
    .where('l.organizationId', '=', organizationId)
    .where('l.deletedAt', 'is', null);

export async function listLocations(
  trx: Work,
  place: { organizationId: string; sight: LocationSight },
  request: PageRequest & { search?: string | undefined; outside?: string | undefined },
): Promise<Page<LocationRow>> {
  const inScope = locationsInSight(place.organizationId, place.sight);
  const matches = sql<boolean>`(${request.search ?? null}::text is null or strpos(lower(l.name), lower(${request.search ?? ''})) > 0)
    and (${request.outside ?? null}::uuid is null or ${request.outside ?? null}::uuid <> all (l.path))`;
  const rows = await selectRow(trx, place.organizationId)
    .where(inScope)
    .where(matches)
    .where(afterCursor(request, sql`l.name collate people`, sql.ref('l.id')))
    .orderBy(sql`l.name collate people`)
    .orderBy('l.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from locations l where l.organization_id = ${place.organizationId} and l.deleted_at is null and ${inScope} and ${matches}`,
  );
  return { ...toPage(rows as LocationRow[], request, (row) => ({ key: row.name, id: row.id })), total };
}

export async function findLocation(
  trx: Work,
  organizationId: string,
  locationId: string,
): Promise<LocationRow | undefined> {
  const row = await selectRow(trx, organizationId).where('l.id', '=', locationId).executeTakeFirst();
  return row as LocationRow | undefined;
}

/** A location that is seen, wholly or by name. */
export async function findSeenLocation(
  trx: Work,
  place: { organizationId: string; sight: LocationSight },
  locationId: string,
): Promise<LocationRow | undefined> {
  const row = await selectRow(trx, place.organizationId)
    .where('l.id', '=', locationId)
    .where(locationsInSight(place.organizationId, place.sight))
    .executeTakeFirst();
  return row as LocationRow | undefined;
}

export async function insertLocation(
  trx: Work,
  organizationId: string,
  values: LocationValues & { parentPath: readonly string[] },
): Promise<string> {
  const id = newId();
  const { parentPath, ...details } = values;
  await trx
    .insertInto('locations')
    .values({ organizationId, id, ...columnsOf(details), path: [...parentPath, id] })
    .execute();
  return id;
}

/** Changes a location; false when it has not the revision that is expected, because somebody else changed it meanwhile. */
export async function updateLocation(
  trx: Work,
  at: { organizationId: string; locationId: string; revision?: number | undefined },
  change: Partial<LocationValues>,
): Promise<boolean> {
  const update = trx
    .updateTable('locations')
    .set((eb) => ({ ...columnsOf(change), revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', at.organizationId)
    .where('id', '=', at.locationId);
  const { revision } = at;
  const { numUpdatedRows } = await (
    revision === undefined ? update : update.where('revision', '=', revision)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Rewrites the paths of a location and everything below it after it got another parent. */
export async function movePaths(
  trx: Work,
  place: { organizationId: string; locationId: string },
  path: readonly string[],
): Promise<void> {
  await sql`
    update locations set path = ${[...path]}::uuid[] || path[array_position(path, ${place.locationId}::uuid) + 1:]
    where organization_id = ${place.organizationId} and ${place.locationId}::uuid = any (path)`.execute(trx);
}

/** Moves take turns: two at once could each put the other below itself. */
export async function lockTree(trx: Work, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('locations'), hashtext(${organizationId}))`.execute(trx);
}

/** Holds a location until the transaction ends. `share`: nobody deletes or moves it meanwhile; `update`: nobody puts anything there either. */
export async function holdLocation(
  trx: Work,
  at: { organizationId: string; locationId: string },
  mode: 'share' | 'update',
): Promise<void> {
  const row = trx
    .selectFrom('locations')
    .select('id')
    .where('organizationId', '=', at.organizationId)
    .where('id', '=', at.locationId);
  await (mode === 'share' ? row.forShare() : row.forUpdate()).execute();
}

/** True when a core or a camera is at a location or below it. */
export async function hasDevices(
  trx: Work,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from locations l where l.organization_id = ${organizationId} and ${locationId}::uuid = any (l.path)
      and (exists (select 1 from edges e where e.organization_id = l.organization_id and e.location_id = l.id and e.deleted_at is null)
        or exists (select 1 from cameras c where c.organization_id = l.organization_id and c.location_id = l.id and c.deleted_at is null))) as found`.execute(
    trx,
  );
  return rows[0]?.found ?? false;
}

/** True when a camera at a location or below it stands neither at the location of its core nor below that. */
export async function hasCameraOutsideCore(
  trx: Work,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from cameras c
      join locations l on l.organization_id = c.organization_id and l.id = c.location_id
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
      where c.organization_id = ${organizationId} and c.deleted_at is null and ${locationId}::uuid = any (l.path)
        and e.location_id <> all (l.path)) as found`.execute(trx);
  return rows[0]?.found ?? false;
}

/** What lies directly at a location, and so keeps it from being deleted. */
export async function countAtLocation(
  trx: Work,
  organizationId: string,
  locationId: string,
): Promise<Omit<LocationDeleteCheck, 'allowed'>> {
  const { rows } = await sql<Omit<LocationDeleteCheck, 'allowed'>>`
    select (select count(*)::int from edges where organization_id = ${organizationId} and location_id = ${locationId} and deleted_at is null) as edge_count,
      (select count(*)::int from locations where organization_id = ${organizationId} and parent_id = ${locationId} and deleted_at is null) as child_count,
      (select count(*)::int from cameras where organization_id = ${organizationId} and location_id = ${locationId} and deleted_at is null) as camera_count`.execute(
    trx,
  );
  return rows[0] ?? { edgeCount: 0, childCount: 0, cameraCount: 0 };
}

export async function deleteLocation(trx: Work, organizationId: string, locationId: string): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ deletedAt: new Date() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', locationId)
    .execute();
}
