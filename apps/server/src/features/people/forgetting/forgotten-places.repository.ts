import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

interface LocationAt {
  organizationId: string;
  locationId: string;
}

/** Cores with cameras at a location. */
export async function coresAt(trx: Work, { organizationId, locationId }: LocationAt): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.edge_id as id from cameras c join edges e on e.organization_id = c.organization_id and e.id = c.edge_id and e.deleted_at is null
    where c.organization_id = ${organizationId}::uuid and c.location_id = ${locationId}::uuid and c.deleted_at is null`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function isFaceWantedAt(trx: Work, { organizationId, locationId }: LocationAt): Promise<boolean> {
  const row = await trx
    .selectFrom('locations')
    .select('faceRecognition')
    .where('organizationId', '=', organizationId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return row?.faceRecognition ?? false;
}
