import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Where a row lies: SQL of the ids of its location, and of its core and camera where it has them. */
export interface ScopeColumns {
  organizationId: string;
  location: RawBuilder<unknown>;
  core?: RawBuilder<unknown>;
  camera?: RawBuilder<unknown>;
}

/**
 * Compiles a scope to a condition on rows. Ids are given as one array for each kind: PostgreSQL hashes such a list once,
 * whereas comparing it with the path of every row costs rows times grants.
 */
export function insideScope(scope: Scope, columns: ScopeColumns): RawBuilder<SqlBool> {
  if (scope.whole) return sql<SqlBool>`true`;
  const { organizationId, location, core, camera } = columns;
  const parts: RawBuilder<SqlBool>[] = [];
  if (camera && scope.cameraIds.length > 0) parts.push(sql<SqlBool>`${camera} = any (${[...scope.cameraIds]}::uuid[])`);
  if (core && scope.coreIds.length > 0) parts.push(sql<SqlBool>`${core} = any (${[...scope.coreIds]}::uuid[])`);
  if (scope.locationIds.length > 0)
    parts.push(sql<SqlBool>`${location} in (${locationsBelow(organizationId, scope.locationIds)})`);
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** Ids of these locations and of everything below them. */
const locationsBelow = (organizationId: string, locationIds: readonly string[]): RawBuilder<unknown> => sql`
  select below.id from locations below cross join unnest(below.path) as above (id)
  where below.organization_id = ${organizationId}::uuid and above.id = any (${[...locationIds]}::uuid[])`;

/** Ids of every location that lies above something on which the scope has a grant, or carries one itself. */
const locationsAbove = (organizationId: string, scope: Scope): RawBuilder<unknown> => sql`
  select unnest(l.path) from locations l where l.organization_id = ${organizationId}::uuid and l.id = any (${[...scope.locationIds]}::uuid[])
  union select unnest(l.path) from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    where e.organization_id = ${organizationId}::uuid and e.deleted_at is null and e.id = any (${[...scope.coreIds]}::uuid[])
  union select unnest(l.path) from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid and c.deleted_at is null and c.id = any (${[...scope.cameraIds]}::uuid[])`;

/** Which locations somebody sees: `full` those with everything about them, of those above `carried` the names only. */
export interface LocationSight {
  full: Scope;
  carried: Scope;
}

/** Locations (rows `l`) that are seen, wholly or by name; where anything is held everywhere, every name may be read. */
export const locationsInSight = (organizationId: string, { full, carried }: LocationSight): RawBuilder<SqlBool> => {
  if (full.whole || carried.whole) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${insideScope(full, { organizationId, location: sql`l.id` })} or l.id in (${locationsAbove(organizationId, carried)}))`;
};
