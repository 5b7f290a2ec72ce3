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
    .selectFrom('locations as l')
    .select(sql<boolean>`faces_wanted(l)`.as('isWanted'))
    .where('l.organizationId', '=', organizationId)
    .where('l.id', '=', locationId)
    .executeTakeFirst();
  return row?.isWanted ?? false;
}

/** All cores of the organization. */
export async function coresOf(trx: Work, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('edges')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
