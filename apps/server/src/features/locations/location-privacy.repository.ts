import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Locations at which a core has cameras, and whether faces are wanted there. */
export async function locationsOfCore(
  trx: Work,
  core: { organizationId: string; edgeId: string },
  only?: string,
): Promise<{ id: string; faceRecognition: boolean }[]> {
  const { rows } = await sql<{ id: string; faceRecognition: boolean }>`
    select l.id, faces_wanted(l) as face_recognition from locations l
    where l.organization_id = ${core.organizationId} and (${only ?? null}::uuid is null or l.id = ${only ?? null}::uuid)
      and exists (select 1 from cameras c where c.organization_id = l.organization_id and c.location_id = l.id
        and c.edge_id = ${core.edgeId} and c.deleted_at is null)
    order by l.id`.execute(trx);
  return rows;
}

/** Cores that may have cameras at a location: they stand there or above it. */
export async function coresAround(
  trx: Work,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from edges e join locations l on l.organization_id = e.organization_id and l.id = ${locationId}
    where e.organization_id = ${organizationId} and e.deleted_at is null and e.location_id = any (l.path)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Every core of an organization. */
export async function coresOf(trx: Work, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from edges where organization_id = ${organizationId}::uuid and deleted_at is null`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Names and paths of locations, also of those that were deleted. */
export async function locationNames(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; path: string[] }[]> {
  return trx
    .selectFrom('locations')
    .select(['id', 'name', 'path'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}
