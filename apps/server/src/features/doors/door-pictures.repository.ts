import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

/** A file with a picture of a door. */
export interface DoorPicture {
  organizationId: string;
  /** As `closeState` and `openState` say it. */
  name: string;
  edgeId: string;
  cameraId: string;
}

/** Notes files that are written. */
export async function notePictures(
  trx: Work,
  doorId: string,
  { pictures, at }: { pictures: readonly DoorPicture[]; at: Date },
): Promise<void> {
  await trx
    .insertInto('doorPictures')
    .values(pictures.map((picture) => ({ ...picture, doorId, writtenAt: at })))
    .onConflict((conflict) => conflict.columns(['organizationId', 'name']).doNothing())
    .execute();
}

/** Files of a door that it does not name any more. */
export async function picturesLeftBehind(
  trx: Work,
  { organizationId, doorId }: { organizationId: string; doorId: string },
): Promise<DoorPicture[]> {
  const { rows } = await sql<DoorPicture>`
    select p.organization_id, p.name, p.edge_id, p.camera_id from door_pictures p
    where p.organization_id = ${organizationId}::uuid and p.door_id = ${doorId}::uuid
      and not exists (select from doors d where d.organization_id = p.organization_id and d.id = p.door_id and p.name in (d.close_state, d.open_state))`.execute(
    trx,
  );
  return rows;
}

/** The same of every door of an organization, also of those that went with their cameras. */
export async function allPicturesLeftBehind(trx: Work, organizationId: string, before: Date): Promise<DoorPicture[]> {
  const { rows } = await sql<DoorPicture>`
    select p.organization_id, p.name, p.edge_id, p.camera_id from door_pictures p
    where p.organization_id = ${organizationId}::uuid and p.written_at < ${before}
      and not exists (select from doors d where d.organization_id = p.organization_id and d.id = p.door_id and p.name in (d.close_state, d.open_state))
    limit 1000`.execute(trx);
  return rows;
}

/** Files that are erased. */
export async function forgetPictures(trx: Work, organizationId: string, names: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('doorPictures')
    .where('organizationId', '=', organizationId)
    .where('name', 'in', [...names])
    .execute();
}

/** The door and camera of a file, while the door names it. */
export async function doorOfPicture(
  trx: Work,
  { organizationId, name, edgeId, cameraId }: DoorPicture,
): Promise<string | undefined> {
  const { rows } = await sql<{ doorId: string }>`
    select d.id as door_id from door_pictures p
      join doors d on d.organization_id = p.organization_id and d.id = p.door_id and p.name in (d.close_state, d.open_state)
    where p.organization_id = ${organizationId}::uuid and p.name = ${name} and p.edge_id = ${edgeId}::uuid and p.camera_id = ${cameraId}::uuid`.execute(
    trx,
  );
  return rows[0]?.doorId;
}

/** Organizations that have cores. */
export const organizationsWithCores = async (database: Database): Promise<string[]> =>
  (await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute()).map(
    ({ organizationId }) => organizationId,
  );
