import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { insideScope } from '../../../platform/database/scope-sql.ts';

export interface UnsavedRow {
  id: string;
  plate: string;
  count: number;
  seenAt: Date;
  /** Null where the actor may not see it, or where it was read. */
  edgeId: string | null;
  eventId: string;
  locationId: string | null;
  locationName: string | null;
  timeZone: string | null;
  /** The actor may see pictures of where it was read. */
  isPictured: boolean;
  total: number;
}

/** What the actor may see: names of sites, and pictures of cameras. */
export interface UnsavedSight {
  organizationId: string;
  places: Scope;
  pictures: Scope;
}

/** A page of plates that nobody saved, those that were read last before the others. */
export async function listUnsaved(
  trx: Work,
  { organizationId, places, pictures }: UnsavedSight,
  { page, size, query = '' }: { page: number; size: number; query?: string | undefined },
): Promise<UnsavedRow[]> {
  const part = confusedKey(plateKey(query));
  const camera = { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` };
  const { rows } = await sql<UnsavedRow>`
    select u.id, u.plate, u.seen_at, case when c.id is null or l.id is not null then e.id end as edge_id, u.event_id, l.id as location_id, l.name as location_name, l.time_zone,
      u.count + coalesce((select sum(p.count) from unsaved_vehicles p
        where p.organization_id = ${organizationId}::uuid and p.part_of = u.id), 0)::integer as count,
      (c.id is not null and ${insideScope(pictures, camera)}) as is_pictured,
      (select count(*)::integer from unsaved_vehicles a
        where a.organization_id = ${organizationId}::uuid and a.vehicle_id is null and a.part_of is null
          and (${part} = '' or strpos(a.confused, ${part}) > 0)) as total
    from unsaved_vehicles u
      left join edges e on e.organization_id = u.organization_id and e.id = u.edge_id
        and ${insideScope(places, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}
      left join cameras c on c.organization_id = u.organization_id and c.id = u.camera_id and c.deleted_at is null
      left join locations l on l.organization_id = u.organization_id and l.id = c.location_id
        and ${insideScope(places, { organizationId, location: sql`l.id` })}
    where u.organization_id = ${organizationId}::uuid and u.vehicle_id is null and u.part_of is null
      and (${part} = '' or strpos(u.confused, ${part}) > 0)
    order by u.seen_at desc, u.id desc limit ${size} offset ${(page - 1) * size}`.execute(trx);
  return rows;
}
