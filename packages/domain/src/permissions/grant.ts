import type { Permission } from '@sightline/contracts/shared/permissions';

/** A right given to a person: on a location with everything below it, or, with null, on the whole organization. */
export interface Grant {
  permission: Permission;
  locationId: string | null;
}

/** Where somebody holds one permission. `locationIds` are roots: everything below them is included. */
export interface Scope {
  whole: boolean;
  locationIds: readonly string[];
}

/** Nowhere at all. */
export const emptyScope: Scope = { whole: false, locationIds: [] };

/** Where the holder of these grants has the permission. */
export function scopeOf(grants: readonly Grant[], permission: Permission): Scope {
  const held = grants.filter((grant) => grant.permission === permission);
  const locationIds = held.flatMap((grant) => (grant.locationId === null ? [] : [grant.locationId]));
  return { whole: held.some((grant) => grant.locationId === null), locationIds: [...new Set(locationIds)] };
}

/** True when the permission is held anywhere. */
export const holdsAnywhere = (scope: Scope): boolean => scope.whole || scope.locationIds.length > 0;

/** True when a thing at this place is inside. `locationPath` runs from the root location down to the place itself. */
export const scopeCovers = (scope: Scope, locationPath: readonly string[]): boolean => scope.whole || locationPath.some((id) => scope.locationIds.includes(id));
