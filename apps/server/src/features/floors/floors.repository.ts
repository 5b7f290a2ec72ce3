import type { BuildingUpdate, FloorInput, FloorUpdate, Placement } from '@sightline/contracts/floors/floor';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

export interface BuildingRow extends Pick<Row<'buildings'>, 'id' | 'locationId' | 'name' | 'revision'> {
  /** Locations from the root down to the one of the building. */
  entityPath: string[];
}

export interface FloorRow extends Pick<
  Row<'floors'>,
  | 'id'
  | 'buildingId'
  | 'name'
  | 'level'
  | 'widthM'
  | 'planKey'
  | 'planType'
  | 'planWidthPx'
  | 'planHeightPx'
  | 'revision'
> {
  buildingName: string;
  locationId: string;
  entityPath: string[];
}

/** A camera on a floor. */
export type PlacedRow = Placement & Pick<Row<'floorCameras'>, 'cameraId' | 'floorId'>;

/** A picture that is kept. */
export type PlanRow = {
  [C in 'planKey' | 'planType' | 'planWidthPx' | 'planHeightPx']: NonNullable<Row<'floors'>[C]>;
};

const buildings = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('buildings as b')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'b.organizationId').onRef('l.id', '=', 'b.locationId'),
    )
    .select(['b.id', 'b.locationId', 'b.name', 'b.revision', 'l.path as entityPath'])
    .where('b.organizationId', '=', organizationId)
    .where('l.deletedAt', 'is', null);

const floors = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('floors as f')
    .innerJoin('buildings as b', (join) =>
      join.onRef('b.organizationId', '=', 'f.organizationId').onRef('b.id', '=', 'f.buildingId'),
    )
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'b.organizationId').onRef('l.id', '=', 'b.locationId'),
    )
    .select([
      'f.id',
      'f.buildingId',
      'b.name as buildingName',
      'b.locationId',
      'f.name',
      'f.level',
      'f.widthM',
      'f.planKey',
      'f.planType',
      'f.planWidthPx',
      'f.planHeightPx',
      'f.revision',
      'l.path as entityPath',
    ])
    .where('f.organizationId', '=', organizationId)
    .where('l.deletedAt', 'is', null);

export const buildingsOf = (trx: Work, organizationId: string, locationId: string): Promise<BuildingRow[]> =>
  buildings(trx, organizationId)
    .where('b.locationId', '=', locationId)
    .orderBy(sql`b.name collate people`)
    .orderBy('b.id')
    .execute();

export const findBuilding = (trx: Work, organizationId: string, id: string): Promise<BuildingRow | undefined> =>
  buildings(trx, organizationId).where('b.id', '=', id).executeTakeFirst();

export const findFloor = (trx: Work, organizationId: string, id: string): Promise<FloorRow | undefined> =>
  floors(trx, organizationId).where('f.id', '=', id).executeTakeFirst();

/** Floors of buildings, the lowest first. */
export async function floorsOf(trx: Work, organizationId: string, buildingIds: readonly string[]): Promise<FloorRow[]> {
  if (buildingIds.length === 0) return [];
  return floors(trx, organizationId)
    .where('f.buildingId', 'in', buildingIds)
    .orderBy('f.level')
    .orderBy(sql`f.name collate people`)
    .orderBy('f.id')
    .execute();
}

/** What stands on floors; a camera that was moved elsewhere does not, until it comes back. */
export async function placedOn(trx: Work, organizationId: string, floorIds: readonly string[]): Promise<PlacedRow[]> {
  if (floorIds.length === 0) return [];
  return trx
    .selectFrom('floorCameras as p')
    .innerJoin('floors as f', (join) =>
      join.onRef('f.organizationId', '=', 'p.organizationId').onRef('f.id', '=', 'p.floorId'),
    )
    .innerJoin('buildings as b', (join) =>
      join.onRef('b.organizationId', '=', 'f.organizationId').onRef('b.id', '=', 'f.buildingId'),
    )
    .innerJoin('cameras as c', (join) =>
      join.onRef('c.organizationId', '=', 'p.organizationId').onRef('c.id', '=', 'p.cameraId'),
    )
    .innerJoin('locations as l', (join) =>
      join.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.locationId'),
    )
    .select(['p.cameraId', 'p.floorId', 'p.x', 'p.y', 'p.headingDeg', 'p.fovDeg', 'p.rangeM'])
    .where('p.organizationId', '=', organizationId)
    .where('p.floorId', 'in', floorIds)
    .where(sql<boolean>`b.location_id = any (l.path)`)
    .orderBy('p.cameraId')
    .execute();
}

export async function insertBuilding(
  trx: Work,
  organizationId: string,
  values: { locationId: string; name: string },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('buildings')
    .values({ organizationId, id, ...values })
    .execute();
  return id;
}

export async function insertFloor(
  trx: Work,
  organizationId: string,
  values: FloorInput & { buildingId: string },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('floors')
    .values({ organizationId, id, ...values })
    .execute();
  return id;
}

interface Target {
  organizationId: string;
  id: string;
  /** Only a row of this revision is changed. */
  revision?: number | undefined;
}

/** False when the row has another revision than the expected one. */
export async function updateBuilding(
  trx: Work,
  { organizationId, id, revision }: Target,
  set: Pick<BuildingUpdate, 'name'>,
): Promise<boolean> {
  const update = trx
    .updateTable('buildings')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);
  const { numUpdatedRows } = await (
    revision === undefined ? update : update.where('revision', '=', revision)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when the row has another revision than the expected one. */
export async function updateFloor(
  trx: Work,
  { organizationId, id, revision }: Target,
  set: { [K in keyof Omit<FloorUpdate, 'revision'>]: Exclude<FloorUpdate[K], undefined> } & Partial<PlanRow>,
): Promise<boolean> {
  const update = trx
    .updateTable('floors')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);
  const { numUpdatedRows } = await (
    revision === undefined ? update : update.where('revision', '=', revision)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Floors and what stands on them go with their building. */
export async function deleteBuilding(trx: Work, organizationId: string, id: string): Promise<void> {
  await trx.deleteFrom('buildings').where('organizationId', '=', organizationId).where('id', '=', id).execute();
}

export async function deleteFloor(trx: Work, organizationId: string, id: string): Promise<void> {
  await trx.deleteFrom('floors').where('organizationId', '=', organizationId).where('id', '=', id).execute();
}

/** Puts a camera somewhere; where it stood before it stands no more. */
export async function putPlaced(trx: Work, organizationId: string, { cameraId, ...place }: PlacedRow): Promise<void> {
  await trx
    .insertInto('floorCameras')
    .values({ organizationId, cameraId, ...place })
    .onConflict((conflict) => conflict.columns(['organizationId', 'cameraId']).doUpdateSet(place))
    .execute();
}

export async function deletePlaced(
  trx: Work,
  organizationId: string,
  placed: { floorId: string; cameraId: string },
): Promise<void> {
  await trx
    .deleteFrom('floorCameras')
    .where('organizationId', '=', organizationId)
    .where('floorId', '=', placed.floorId)
    .where('cameraId', '=', placed.cameraId)
    .execute();
}
