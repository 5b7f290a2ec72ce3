import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { SeenOne } from '../sightings/face-sightings.repository.ts';

/** These sightings are to be erased. They say no more of whom they are. */
export async function markSightings(
  trx: Work,
  organizationId: string,
  { of, forgettingId }: { of: SeenOne; forgettingId: string },
): Promise<void> {
  const isOf = 'personId' in of ? sql`person_id = ${of.personId}::uuid` : sql`cluster_id = ${of.clusterId}::uuid`;
  await sql`update face_sightings set forgetting_id = ${forgettingId}::uuid, person_id = null, cluster_id = null, score = null, margin = null,
      named_by = null, is_waiting = false
    where organization_id = ${organizationId}::uuid and ${isOf}`.execute(trx);
}

/** All sightings at cameras of a location until then, or everywhere, are to be erased; answers the unsaved people that lose some. */
export async function markSightingsAt(
  trx: Work,
  organizationId: string,
  { locationId, forgettingId, until }: { locationId: string | null; forgettingId: string; until: Date },
): Promise<string[]> {
  const { rows } = await sql<{ clusterId: string }>`
    with lost as (
      select event_id, cluster_id from face_sightings s where s.organization_id = ${organizationId}::uuid and not s.is_erased and s.started_at <= ${until}::timestamptz
        and (${locationId}::uuid is null or s.camera_id in (select c.id from cameras c where c.organization_id = s.organization_id and c.location_id = ${locationId}::uuid))
      for update), marked as (
      update face_sightings s set forgetting_id = ${forgettingId}::uuid, person_id = null, cluster_id = null, score = null, margin = null,
        named_by = null, is_waiting = false
      from lost where s.organization_id = ${organizationId}::uuid and s.event_id = lost.event_id)
    select distinct cluster_id from lost where cluster_id is not null`.execute(trx);
  return rows.map(({ clusterId }) => clusterId);
}

/** Some of those that are to be erased. */
export async function markedSightings(
  trx: Work,
  organizationId: string,
  { forgettingId, limit }: { forgettingId: string; limit: number },
): Promise<{ id: string; startedAt: Date }[]> {
  const { rows } = await sql<{ id: string; startedAt: Date }>`
    select event_id as id, started_at from face_sightings
    where organization_id = ${organizationId}::uuid and forgetting_id = ${forgettingId}::uuid limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** What is left of them says only that what comes late is not kept; nothing holds them together any more. */
export async function noteErased(trx: Work, organizationId: string, eventIds: readonly string[]): Promise<void> {
  await sql`update face_sightings set is_erased = true, forgetting_id = null, quality = 0
    where organization_id = ${organizationId}::uuid and event_id = any (${[...eventIds]}::uuid[])`.execute(trx);
}

/** Cameras of a location, deleted ones included, or all of them. */
export async function camerasOf(trx: Work, organizationId: string, locationId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cameras where organization_id = ${organizationId}::uuid and (${locationId}::uuid is null or location_id = ${locationId}::uuid)
    order by id`.execute(trx);
  return rows.map(({ id }) => id);
}
