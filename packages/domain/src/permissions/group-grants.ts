import type { EntityKind, GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from './grant.ts';

// Nothing here reads a schema: screens show a change by the same rules before the server has it, without downloading schemas.

/** Every permission, in the order of the contract. */
export const allPermissions = Object.keys(permissions) as Permission[];

/** From the narrowest kind of thing to the widest. */
const width: Record<EntityKind, number> = { camera: 0, core: 1, location: 2, organization: 3 };

/** True when a permission can be given on this kind of thing: on the kind that it names and on everything above. */
export const isGivableOn = (permission: Permission, kind: EntityKind): boolean =>
  width[kind] >= width[permissions[permission]];

/** Permissions that can be given on a kind of thing. */
export const givableOn = (kind: EntityKind): Permission[] =>
  allPermissions.filter((permission) => isGivableOn(permission, kind));

/** Key of a grant within one group: a permission is on a thing once. Without an id it is on the whole organization. */
export const grantKey = ({ permission, entityId }: { permission: string; entityId: string | null }): string =>
  `${permission} ${entityId ?? ''}`;

/** What one change does: which grants it gives, and the keys of those that it takes. */
export interface ChangeEffect {
  given: Grant[];
  taken: readonly string[] | 'everything';
}

/** The grants that a change names, whether it gives or takes them. When everything is chosen, what cannot be given there is left out. */
function namedGrants(
  change: Exclude<GroupChange, { action: 'makeInherited' }>,
  kindOf: (entityId: string) => EntityKind,
): Grant[] {
  const kindAt = (entityId: string | null): EntityKind => (entityId === null ? 'organization' : kindOf(entityId));
  if (change.action === 'selectAll') {
    return (change.entityIds ?? [null]).flatMap((entityId) => {
      const kind = kindAt(entityId);
      return givableOn(kind).map((permission) => ({ permission, kind, entityId }));
    });
  }
  const { entityId } = change;
  const kind = kindAt(entityId);
  const names = change.action === 'changePermission' ? [change.permission] : change.permissions;
  return names.map((permission) => ({ permission, kind, entityId }));
}

/** What a change of a group does to its grants. `kindOf` says of what kind a thing is. */
export function effectOf(change: GroupChange, kindOf: (entityId: string) => EntityKind): ChangeEffect {
  if (change.action === 'makeInherited') {
    const names = change.permissions ?? allPermissions;
    return {
      given: [],
      taken: change.entityIds.flatMap((entityId) => names.map((permission) => grantKey({ permission, entityId }))),
    };
  }
  // Nothing at all is left when everything is taken everywhere.
  if (change.action === 'selectAll' && change.entityIds === null && !change.isAllowed)
    return { given: [], taken: 'everything' };
  const named = namedGrants(change, kindOf);
  return change.isAllowed ? { given: named, taken: [] } : { given: [], taken: named.map(grantKey) };
}
