import { sql } from 'kysely';
import type { Scope } from '@sightline/domain/permissions/grant';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope, locationsInSight, type LocationSight } from '../../platform/database/scope-sql.ts';
import { shownColumns, type ShownColumns } from '../../platform/database/shown-status.ts';

export interface HomeLocationRow
  extends
    ShownColumns,
    Pick<
      Row<'locations'>,
      'id' | 'name' | 'parentId' | 'timeZone' | 'address' | 'city' | 'latitude' | 'longitude' | 'revision' | 'createdAt'
    > {
  entityPath: string[];
}

/** Cores of one location that may be seen. */
export interface CoreCount {
  locationId: string;
  total: number;
  online: number;
}

/** Locations in sight by name; one more than `limit` when there are more. */
export async function locationsOfHome(
  trx: Work,
  place: { organizationId: string; sight: LocationSight },
  limit: number,
): Promise<HomeLocationRow[]> {
  return trx
    .selectFrom('locations as l')
    .leftJoin('statuses as st', (join) =>
      join.onRef('st.organizationId', '=', 'l.organizationId').onRef('st.entityId', '=', 'l.id'),
    )
    .select([
      'l.id',
      'l.name',
      'l.parentId',
      'l.timeZone',
      'l.address',
      'l.city',
      'l.latitude',
      'l.longitude',
      'l.revision',
      'l.createdAt',
      'l.path as entityPath',
      ...shownColumns,
    ])
    .where('l.organizationId', '=', place.organizationId)
    .where('l.deletedAt', 'is', null)
    .where(locationsInSight(place.organizationId, place.sight))
    .orderBy(sql`l.name collate people`)
    .orderBy('l.id')
    .limit(limit + 1)
    .execute();
}

/** Cores by location, and how many of them are shown as online: a count must not say otherwise than the core beside it. */
export async function countCores(trx: Work, place: { organizationId: string; scope: Scope }): Promise<CoreCount[]> {
  const { organizationId, scope } = place;
  const { rows } = await sql<CoreCount>`
    select e.location_id, count(*)::integer as total, (count(*) filter (where st.state = 'online'))::integer as online from edges e
      left join statuses st on st.organization_id = e.organization_id and st.entity_id = e.id
    where e.organization_id = ${organizationId} and e.deleted_at is null and e.revoked_at is null
      and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}
    group by 1`.execute(trx);
  return rows;
}

/** Whether a location is there and in sight, if only by its name. */
export async function isInSight(
  trx: Work,
  { organizationId, sight }: { organizationId: string; sight: LocationSight },
  locationId: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('locations as l')
    .select('l.id')
    .where('l.organizationId', '=', organizationId)
    .where('l.id', '=', locationId)
    .where('l.deletedAt', 'is', null)
    .where(locationsInSight(organizationId, sight))
    .executeTakeFirst();
  return found !== undefined;
}

/** Paired cores inside the scope. */
export async function pairedCores(
  trx: Work,
  { organizationId, scope }: { organizationId: string; scope: Scope },
): Promise<{ id: string; name: string; isLinked: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; isLinked: boolean }>`
    select e.id, e.name, e.is_linked from edges e
    where e.organization_id = ${organizationId} and e.deleted_at is null and e.revoked_at is null and e.claimed_at is not null
      and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}
    order by e.name, e.id`.execute(trx);
  return rows;
}
