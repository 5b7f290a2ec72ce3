import type { EntityKind, GroupChange, GroupPermission } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { above, type EntityTree } from './entity-tree.ts';

/** Every permission, in the order of the contract. */
export const allPermissions = Object.keys(permissions) as Permission[];

/** What a group carries: `<permission> <entity id>`, without an id for the whole organization. */
export type Grants = ReadonlySet<string>;

const width: Record<EntityKind, number> = { camera: 0, core: 1, location: 2, organization: 3 };

/** A permission can be given on the kind of thing that it names, and on everything above. */
export const isGivable = (permission: Permission, kind: EntityKind): boolean => width[kind] >= width[permissions[permission]];

/** Permissions that can be given on a kind of thing. */
export const givableOn = (kind: EntityKind): Permission[] => allPermissions.filter((permission) => isGivable(permission, kind));

const keyOf = (permission: string, entityId: string | null): string => `${permission} ${entityId ?? ''}`;

/** Grants of a group as the server says them. */
export const grantsOf = (held: readonly GroupPermission[]): Grants =>
  new Set(held.flatMap(({ name, isWhole, entityIds }) => [...(isWhole ? [keyOf(name, null)] : []), ...entityIds.map((id) => keyOf(name, id))]));

const pairsOf = (change: Exclude<GroupChange, { action: 'makeInherited' }>, tree: EntityTree): string[] => {
  if (change.action !== 'selectAll') {
    const names = change.action === 'changePermission' ? [change.permission] : change.permissions;
    return names.map((name) => keyOf(name, change.entityId));
  }
  const kindOf = (id: string | null): EntityKind => (id === null ? 'organization' : (tree.byId.get(id)?.kind ?? 'camera'));
  return (change.entityIds ?? [null]).flatMap((id) => givableOn(kindOf(id)).map((name) => keyOf(name, id)));
};

/** What the group carries after these changes, as the server will see it. */
export const withChanges = (before: Grants, changes: readonly GroupChange[], tree: EntityTree): Grants => {
  const grants = new Set(before);
  for (const change of changes) {
    if (change.action === 'makeInherited') {
      for (const id of change.entityIds) for (const name of change.permissions ?? allPermissions) grants.delete(keyOf(name, id));
    } else if (change.action === 'selectAll' && change.entityIds === null && !change.isAllowed) {
      grants.clear();
    } else {
      for (const key of pairsOf(change, tree)) {
        if (change.isAllowed) grants.add(key);
        else grants.delete(key);
      }
    }
  }
  return grants;
};

/** How a group holds one permission at one thing. `from`: the nearest thing above that carries it too; null for the organization. */
export type Holding = { how: 'own'; from?: string | null } | { how: 'inherited'; from: string | null } | { how: 'none' } | { how: 'unfit' };

/** Own, inherited, none, or not to be given on such a thing. */
export const holdingAt = (grants: Grants, permission: Permission, { id, kind, tree }: { id: string | null; kind: EntityKind; tree: EntityTree }): Holding => {
  const isOwn = grants.has(keyOf(permission, id));
  const carriers = id === null ? [] : [...above(tree, id), null];
  const from = carriers.find((place) => grants.has(keyOf(permission, place)));
  if (isOwn) return from === undefined ? { how: 'own' } : { how: 'own', from };
  if (from !== undefined && isGivable(permission, kind)) return { how: 'inherited', from };
  return { how: isGivable(permission, kind) ? 'none' : 'unfit' };
};

/** Things below which the permission is given somewhere; `null` is the organization. */
export const carriedBelow = (grants: Grants, permission: Permission, tree: EntityTree): ReadonlySet<string | null> => {
  const found = new Set<string | null>();
  for (const id of carriersOf(grants, permission)) {
    found.add(null);
    for (const place of above(tree, id)) found.add(place);
  }
  return found;
};

/** Ids of the things that carry a permission themselves, without the organization. */
export const carriersOf = (grants: Grants, permission: Permission): string[] => {
  const start = `${permission} `;
  return [...grants].flatMap((key) => (key.startsWith(start) && key.length > start.length ? [key.slice(start.length)] : []));
};

/** How many permissions each thing carries itself; key null: the organization. */
export const ownCounts = (grants: Grants): ReadonlyMap<string | null, number> => {
  const counts = new Map<string | null, number>();
  for (const key of grants) {
    const id = key.slice(key.indexOf(' ') + 1) || null;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};
