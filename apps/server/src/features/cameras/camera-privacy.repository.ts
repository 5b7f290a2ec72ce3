import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

const lengthOf = (part: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`jsonb_array_length(coalesce(c.settings #> ${part}, '[]'))`;
const hidesAnything = sql<boolean>`(${lengthOf(sql`'{privacy,zones}'`)} + ${lengthOf(sql`'{privacy,definedZones}'`)}
  + ${lengthOf(sql`'{privacy,objectsToPixelate}'`)} > 0)`;

/** A camera that hides something, and the addresses by which its device is reached. */
export interface HidingCamera {
  cameraId: string;
  path: string[];
  addresses: string[];
}

/** Cameras that hide something. One that was deleted counts while its footage may be there. */
const hidingCameras = (organizationId: string): RawBuilder<HidingCamera> => sql`
    select c.id as camera_id, l.path || array[c.edge_id, c.id] as path, array_remove(array_append(array(
        select s.url from camera_streams s where s.organization_id = c.organization_id and s.camera_id = c.id), c.onvif_host), null) as addresses
    from cameras c
    join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId} and ${hidesAnything}
      and (c.deleted_at is null or c.deleted_at > now() - make_interval(days => c.retention_days))`;

/**
 * Cameras that hide something on a core or on another one at its location, which reaches the same devices. One that was
 * deleted counts while its footage may be there: to be taken away and added anew must not show what it hid.
 */
export async function hidingCamerasAround(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
): Promise<HidingCamera[]> {
  const { rows } = await sql<HidingCamera>`${hidingCameras(organizationId)}
      and (c.edge_id = ${edgeId}
        or e.location_id = (select h.location_id from edges h where h.organization_id = ${organizationId} and h.id = ${edgeId}))`.execute(
    trx,
  );
  return rows;
}

/** Cameras that hide something at a location or below it. */
export async function hidingCamerasBelow(
  trx: Work,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<HidingCamera[]> {
  const { rows } =
    await sql<HidingCamera>`${hidingCameras(organizationId)} and ${locationId}::uuid = any (l.path)`.execute(trx);
  return rows;
}

/** The core of a camera that would be shown without what it hides. */
interface CoreAtRaw {
  isLinked: boolean;
  claimedAt: Date | null;
  revokedAt: Date | null;
}

/** Of these cameras, those that hide something although their core never said that it can: it would show everything. */
export async function camerasShownRaw(
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Map<string, CoreAtRaw>> {
  const { rows } = await sql<CoreAtRaw & { id: string }>`
    select c.id, e.is_linked, e.claimed_at, e.revoked_at from cameras c
    join edges e on e.organization_id = c.organization_id and e.id = c.edge_id
    where c.organization_id = ${organizationId} and c.id = any (${[...cameraIds]}::uuid[]) and c.deleted_at is null
      and ${hidesAnything} and not (e.capabilities ? 'privacy')`.execute(trx);
  return new Map(rows.map(({ id, ...core }) => [id, core]));
}

/** What cameras hide that hide something: these, or all. Deleted ones count, what they saw may still be there. */
export async function privacyOfCameras(
  trx: Work,
  organizationId: string,
  cameraIds?: readonly string[],
): Promise<{ cameraId: string; path: string[]; settings: Partial<CameraSettings> }[]> {
  const isWanted = cameraIds === undefined ? sql`true` : sql`c.id = any (${[...cameraIds]}::uuid[])`;
  const { rows } = await sql<{ cameraId: string; path: string[]; settings: Partial<CameraSettings> }>`
    select c.id as camera_id, l.path || array[c.edge_id, c.id] as path, c.settings
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId} and ${hidesAnything} and ${isWanted}`.execute(trx);
  return rows;
}

/** What a camera hides now, what it hid when an operation was written, and where it is. */
export async function privacyThenAndNow(
  trx: Work,
  camera: { organizationId: string; edgeId: string; cameraId: string },
  from: number,
): Promise<{ path: string[]; now: Partial<CameraSettings>; before: Partial<CameraSettings> } | undefined> {
  const { organizationId, edgeId, cameraId } = camera;
  const { rows } = await sql<{ path: string[]; now: Partial<CameraSettings>; before: Partial<CameraSettings> }>`
    select l.path || array[c.edge_id, c.id] as path, c.settings as now, coalesce(o.content -> 'camera' -> 'settings', '{}') as before
    from cameras c
    join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    join operations o on o.organization_id = c.organization_id and o.edge_id = c.edge_id and o.sequence = ${from}
    where c.organization_id = ${organizationId} and c.edge_id = ${edgeId} and c.id = ${cameraId}`.execute(trx);
  return rows[0];
}
