import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Compiles a scope to a condition on a location path: `locationPath` is the SQL of an array of location ids. */
export function insideScope(scope: Scope, locationPath: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (scope.whole) return sql<SqlBool>`true`;
  if (scope.locationIds.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`${locationPath} && ${[...scope.locationIds]}::uuid[]`;
}
