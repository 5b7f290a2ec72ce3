import type {
  EntityKind,
  GroupChange,
  GroupPermission,
  PermissionGroup,
} from '@sightline/contracts/permission-groups/permission-group';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { effectOf, grantKey, isGivableOn } from '@sightline/domain/permissions/group-grants';
import { above, type EntityTree } from './tree/entity-tree.ts';

/** What a group carries: `<permission> <entity id>`, without an id for the whole organization. */
export type Grants = ReadonlySet<string>;

/** Grants of a group as the server says them. */
export const grantsOf = (held: readonly GroupPermission[]): Grants =>
  new Set(
    held.flatMap(({ name, isWhole, entityIds }) =>
      [null, ...entityIds].flatMap((entityId) =>
        entityId === null && !isWhole ? [] : [grantKey({ permission: name, entityId })],
      ),
    ),
  );

/** What the group carries after these changes, as the server will see it. */
export const withChanges = (before: Grants, changes: readonly GroupChange[], tree: EntityTree): Grants => {
  const grants = new Set(before);
  for (const change of changes) {
    const { given, taken } = effectOf(change, (id) => tree.byId.get(id)?.kind ?? 'camera');
    if (taken === 'everything') grants.clear();
    else for (const key of taken) grants.delete(key);
    for (const grant of given) grants.add(grantKey(grant));
  }
  return grants;
};

/** What the screen shows of a group: as it will be, or as the server has it while something could not be saved. */
export const shownGrants = (
  {
    base,
    changes,
    status,
  }: { base: Pick<PermissionGroup, 'permissions'>; changes: readonly GroupChange[]; status: string },
  tree: EntityTree,
): Grants => withChanges(grantsOf(base.permissions), status === 'failed' || status === 'conflict' ? [] : changes, tree);

/** How a group holds one permission at one thing. `from`: the nearest thing above that carries it too; null for the organization. */
export type Holding =
  | { how: 'own'; from?: string | null }
  | { how: 'inherited'; from: string | null }
  | { how: 'none' }
  | { how: 'unfit' };

/** Own, inherited, none, or not to be given on such a thing. */
export const holdingAt = (
  grants: Grants,
  permission: Permission,
  { id, kind, tree }: { id: string | null; kind: EntityKind; tree: EntityTree },
): Holding => {
  const isOwn = grants.has(grantKey({ permission, entityId: id }));
  const carriers = id === null ? [] : [...above(tree, id), null];
  const from = carriers.find((place) => grants.has(grantKey({ permission, entityId: place })));
  if (isOwn) return from === undefined ? { how: 'own' } : { how: 'own', from };
  if (from !== undefined && isGivableOn(permission, kind)) return { how: 'inherited', from };
  return { how: isGivableOn(permission, kind) ? 'none' : 'unfit' };
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
  return [...grants].flatMap((key) =>
    key.startsWith(start) && key.length > start.length ? [key.slice(start.length)] : [],
  );
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
