import type { EntityKind, PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';

/** Things by what is above them, ready to be walked in either direction. */
export interface EntityTree {
  byId: ReadonlyMap<string, PermissionEntity>;
  /** Key `null`: directly below the organization. */
  childrenOf: ReadonlyMap<string | null, readonly PermissionEntity[]>;
}

/** A line of the tree as it is drawn; `id` null is the organization itself. */
export interface TreeRow {
  id: string | null;
  kind: EntityKind;
  name: string;
  /** 1 for the organization. */
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** Place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
}

/** Up to so many things, everything is open at first. */
const openAtOnce = 200;

/** A thing whose parent is not listed stands directly below the organization, so that nothing vanishes. */
export const entityTree = (items: readonly PermissionEntity[]): EntityTree => {
  const byId = new Map(items.map((item) => [item.id, item]));
  const childrenOf = Map.groupBy(items, ({ parentId }) => (parentId !== null && byId.has(parentId) ? parentId : null));
  return { byId, childrenOf };
};

/** Ids of everything above a thing, nearest first, without the organization. */
export const above = (tree: EntityTree, id: string): string[] => {
  const path: string[] = [];
  for (
    let next = tree.byId.get(id)?.parentId ?? null;
    next !== null && !path.includes(next);
    next = tree.byId.get(next)?.parentId ?? null
  )
    path.push(next);
  return path;
};

/** Ids of everything below a thing, or of everything. */
export const below = (tree: EntityTree, id: string | null): string[] => {
  const found: string[] = [];
  const waiting: (string | null)[] = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const ids = (tree.childrenOf.get(next) ?? []).map((child) => child.id);
    found.push(...ids);
    waiting.push(...ids);
  }
  return found;
};

/** What is open before anybody opened or closed anything. */
export const firstOpen = ({ byId, childrenOf }: EntityTree): ReadonlySet<string> =>
  new Set(byId.size <= openAtOnce ? [...childrenOf.keys()].filter((id) => id !== null) : []);

/** The things whose names hold the words, with everything above them. Null when nothing is looked for. */
export const matching = (tree: EntityTree, search: string): ReadonlySet<string> | null => {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return null;
  const hits = [...tree.byId.values()].filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return new Set(hits.flatMap(({ id }) => [id, ...above(tree, id)]));
};

interface Shown {
  open: ReadonlySet<string>;
  /** Only these, and all of them open; null: everything. */
  matches: ReadonlySet<string> | null;
  organizationName: string;
}

/** The lines that are drawn, from the top. */
export const treeRows = (tree: EntityTree, { open, matches, organizationName }: Shown): TreeRow[] => {
  const shownChildren = (id: string | null): readonly PermissionEntity[] => {
    const children = tree.childrenOf.get(id) ?? [];
    return matches === null ? children : children.filter((child) => matches.has(child.id));
  };
  const top = shownChildren(null);
  const rows: TreeRow[] = [
    {
      id: null,
      kind: 'organization',
      name: organizationName,
      level: 1,
      hasChildren: top.length > 0,
      isOpen: true,
      position: 1,
      siblings: 1,
    },
  ];
  const add = (children: readonly PermissionEntity[], level: number): void =>
    children.forEach(({ id, kind, name }, index) => {
      const inside = shownChildren(id);
      const isOpen = inside.length > 0 && (matches !== null || open.has(id));
      rows.push({
        id,
        kind,
        name,
        level,
        hasChildren: inside.length > 0,
        isOpen,
        position: index + 1,
        siblings: children.length,
      });
      if (isOpen) add(inside, level + 1);
    });
  add(top, 2);
  return rows;
};
