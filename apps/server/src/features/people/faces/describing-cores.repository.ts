import { facePicturesAbility } from '@sightline/contracts/people/people-abilities';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

/** Cores that find faces in pictures, where faces are wanted: those heard of last come first. */
export async function describingCores(trx: Work, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from edges e join locations own on own.organization_id = e.organization_id and own.id = e.location_id
    where e.organization_id = ${organizationId}::uuid and e.deleted_at is null and e.capabilities ? ${facePicturesAbility}::text
      and exists (select from jsonb_array_elements_text(e.capabilities) as ability where ability like 'faces:%')
      and (faces_wanted(own) or exists (
        select from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
        where c.organization_id = e.organization_id and c.edge_id = e.id and c.deleted_at is null and faces_wanted(l)))
    order by e.last_seen_at desc nulls last, e.id limit 8`.execute(trx);
  return rows.map(({ id }) => id);
}
