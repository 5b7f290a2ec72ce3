import type { Permission } from '@sightline/contracts/shared/permissions';
import type { GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { givableOn, grantKey } from '@sightline/domain/permissions/group-grants';
import { below, type EntityTree } from './tree/entity-tree.ts';
import { carriersOf, ownCounts, type Grants } from './group-grants.ts';

/**
 * What a click means, said of the grants as they are at that moment: the click before it may not be drawn yet. Null when there is
 * nothing left to do.
 */
export type Click = (grants: Grants) => GroupChange | null;

/** Gives the permission on the thing, or takes it where it is given there. */
export const toggled =
  (permission: Permission, entityId: string | null): Click =>
  (grants) => ({
    action: 'changePermission',
    permission,
    entityId,
    isAllowed: !grants.has(grantKey({ permission, entityId })),
  });

/** Gives all of these permissions on the thing, or takes them where all of them are given there. */
export const toggledAll =
  (names: readonly Permission[], entityId: string | null): Click =>
  (grants) => ({
    action: 'selectByEntity',
    entityId,
    permissions: [...names],
    isAllowed: !names.every((permission) => grants.has(grantKey({ permission, entityId }))),
  });

/** Gives, or takes, everything that can be given on the thing. */
export const everythingOn =
  (entity: { kind: Parameters<typeof givableOn>[0]; id: string | null }, isAllowed: boolean): Click =>
  () => ({ action: 'selectByEntity', entityId: entity.id, permissions: givableOn(entity.kind), isAllowed });

const inheriting = (entityIds: string[], permissions?: Permission[]): GroupChange | null =>
  entityIds.length === 0 ? null : { action: 'makeInherited', entityIds, ...(permissions && { permissions }) };

/** The permission comes from above only, everywhere. */
export const inheritedEverywhere =
  (permission: Permission): Click =>
  (grants) =>
    inheriting(carriersOf(grants, permission), [permission]);

/** The thing carries nothing itself. */
export const inheritedAt =
  (entityId: string): Click =>
  () =>
    inheriting([entityId]);

/** Nothing below the thing carries anything itself. */
export const inheritedBelow =
  (entityId: string | null, tree: EntityTree): Click =>
  (grants) => {
    const counts = ownCounts(grants);
    return inheriting(below(tree, entityId).filter((inside) => counts.has(inside)));
  };
