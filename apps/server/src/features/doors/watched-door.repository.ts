import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { DoorPlace } from './doors.repository.ts';

/** A saved door as rules about people at it need it. */
export interface WatchedDoor {
  cameraId: string;
  locationId: string;
  edgeId: string;
  name: string;
  area: PicturePoint[];
  /** What the core announces. */
  abilities: string[];
}

/** A saved door of a camera in use; undefined for any other. */
export async function watchedDoor(trx: Work, { organizationId, doorId }: DoorPlace): Promise<WatchedDoor | undefined> {
  const { rows } = await sql<WatchedDoor>`
    select d.camera_id, c.location_id, c.edge_id, d.name, d.area, e.capabilities as abilities from doors d
      join cameras c on c.organization_id = d.organization_id and c.id = d.camera_id and c.deleted_at is null
      join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
    where d.organization_id = ${organizationId}::uuid and d.id = ${doorId}::uuid and d.is_saved`.execute(trx);
  return rows[0];
}

/** When a door was seen to close in a time, UTC ms. */
export async function closingsBetween(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  { fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number },
): Promise<number[]> {
  const rows = await trx
    .selectFrom('doorStates')
    .select('at')
    .where('organizationId', '=', organizationId)
    .where('doorId', '=', doorId)
    .where('state', '=', 'closed')
    .where('at', '>=', new Date(fromUtcMs))
    .where('at', '<=', new Date(toUtcMs))
    .execute();
  return rows.map(({ at }) => at.getTime());
}
