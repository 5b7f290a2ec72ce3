import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { PersonPlace } from '../people.repository.ts';

/** A face by which somebody is recognised. */
export type FaceRow = Pick<
  Row<'personFaces'>,
  'id' | 'personId' | 'modelId' | 'vector' | 'quality' | 'source' | 'eventId' | 'cameraId' | 'hasPicture' | 'addedAt'
>;

const faceColumns = [
  'id',
  'personId',
  'modelId',
  'vector',
  'quality',
  'source',
  'eventId',
  'cameraId',
  'hasPicture',
  'addedAt',
] as const;

/** Faces of a person, the best first. */
export const facesOf = (trx: Work, { organizationId, personId }: PersonPlace): Promise<FaceRow[]> =>
  trx
    .selectFrom('personFaces')
    .select(faceColumns)
    .where('organizationId', '=', organizationId)
    .where('personId', '=', personId)
    .orderBy('quality', 'desc')
    .orderBy('id')
    .execute();

export async function insertFace(
  trx: Work,
  { organizationId, personId }: PersonPlace,
  face: Omit<FaceRow, 'id' | 'personId'> & { id?: string },
): Promise<string> {
  const id = face.id ?? newId();
  await trx
    .insertInto('personFaces')
    .values({ ...face, organizationId, id, personId })
    .execute();
  return id;
}

/** These faces are another person's from now on. */
export async function giveFaces(
  trx: Work,
  organizationId: string,
  { faceIds, personId }: { faceIds: readonly string[]; personId: string },
): Promise<void> {
  if (faceIds.length === 0) return;
  await sql`update person_faces set person_id = ${personId}::uuid
    where organization_id = ${organizationId}::uuid and id = any (${[...faceIds]}::uuid[])`.execute(trx);
}

/** Erases one face; answers whether it was there. */
export async function deleteFace(
  trx: Work,
  { organizationId, personId }: PersonPlace,
  faceId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('personFaces')
    .where('organizationId', '=', organizationId)
    .where('personId', '=', personId)
    .where('id', '=', faceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Keeps the best of a person's faces; answers the others, which are gone. */
export async function keepBestFaces(trx: Work, place: PersonPlace, limit: number): Promise<string[]> {
  const others = (await facesOf(trx, place)).slice(limit).map(({ id }) => id);
  for (const id of others) await deleteFace(trx, place, id);
  return others;
}

/** Erases all faces that came from cameras of a location, or all there are; answers whose they were. */
export async function deleteFacesFrom(
  trx: Work,
  organizationId: string,
  locationId: string | null,
): Promise<Pick<FaceRow, 'id' | 'personId'>[]> {
  const { rows } = await sql<Pick<FaceRow, 'id' | 'personId'>>`
    delete from person_faces f where f.organization_id = ${organizationId}::uuid and (${locationId}::uuid is null or f.camera_id in (
      select c.id from cameras c where c.organization_id = ${organizationId}::uuid and c.location_id = ${locationId}::uuid))
    returning f.id, f.person_id`.execute(trx);
  return rows;
}
