import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { insideScope } from '../../../platform/database/scope-sql.ts';

/** Where somebody may know who was seen: cameras within the scope that hide nothing from them. */
export interface SightingSight {
  organizationId: string;
  scope: Scope;
  hiddenCameraIds: readonly string[];
}

/** Condition on sightings (rows of an alias) that somebody may know of. */
export function sightingsSeen(
  { organizationId, scope, hiddenCameraIds }: SightingSight,
  alias: string,
): RawBuilder<SqlBool> {
  const camera = sql.ref(`${alias}.camera_id`);
  const hidden = [...hiddenCameraIds];
  const isShown = hidden.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`not ${camera} = any (${hidden}::uuid[])`;
  if (scope.whole) return isShown;
  const inside = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  return sql<SqlBool>`${isShown} and ${camera} in (select c.id from cameras c where c.organization_id = ${organizationId}::uuid and ${inside})`;
}
