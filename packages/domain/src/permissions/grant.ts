import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import type { Permission } from '@sightline/contracts/shared/permissions';

/** A right on one thing with everything below it or, with null, on the whole organization. Grants only add up. */
export interface Grant {
  permission: Permission;
  kind: EntityKind;
  /** Null exactly when `kind` is `organization`. */
  entityId: string | null;
}

/** Where somebody holds one permission: everywhere, or on these things with everything below them. */
export interface Scope {
  whole: boolean;
  entityIds: ReadonlySet<string>;
  locationIds: readonly string[];
  coreIds: readonly string[];
  cameraIds: readonly string[];
}

/** Nowhere at all. */
export const emptyScope: Scope = { whole: false, entityIds: new Set(), locationIds: [], coreIds: [], cameraIds: [] };

/** Where any of these grants is, whatever it permits. */
export function scopeOfGrants(grants: readonly Grant[]): Scope {
  if (grants.length === 0) return emptyScope;
  const idsOf = (kind: EntityKind): string[] => [
    ...new Set(grants.flatMap((grant) => (grant.kind === kind && grant.entityId !== null ? [grant.entityId] : []))),
  ];
  const [locationIds, coreIds, cameraIds] = [idsOf('location'), idsOf('core'), idsOf('camera')];
  const whole = grants.some((grant) => grant.entityId === null);
  return { whole, locationIds, coreIds, cameraIds, entityIds: new Set([...locationIds, ...coreIds, ...cameraIds]) };
}

// Lists ask for the same rights again for every row and permission; a list of grants is never changed once it was read.
const scopesByGrants = new WeakMap<readonly Grant[], ReadonlyMap<Permission, Scope>>();

function scopesOf(grants: readonly Grant[]): ReadonlyMap<Permission, Scope> {
  const known = scopesByGrants.get(grants);
  if (known) return known;
  const scopes = new Map(
    [...Map.groupBy(grants, (grant) => grant.permission)].map(([permission, held]) => [
      permission,
      scopeOfGrants(held),
    ]),
  );
  scopesByGrants.set(grants, scopes);
  return scopes;
}

/** Where the holder of these grants has the permission. */
export const scopeOf = (grants: readonly Grant[], permission: Permission): Scope =>
  scopesOf(grants).get(permission) ?? emptyScope;

/** True when the permission is held anywhere. */
export const holdsAnywhere = (scope: Scope): boolean => scope.whole || scope.entityIds.size > 0;

/**
 * True when a thing is inside. `path` holds the ids of everything above it and its own: locations from the root down,
 * then its core, then the camera.
 */
export const scopeCovers = (scope: Scope, path: readonly string[]): boolean =>
  scope.whole || path.some((id) => scope.entityIds.has(id));
