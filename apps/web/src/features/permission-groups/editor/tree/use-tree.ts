import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionEntities } from '../../group-queries.ts';
import { entityTree, firstOpen, matching, treeRows, type EntityTree, type TreeRow } from './entity-tree.ts';

/** The tree of the organization as the editor shows it. */
export interface ShownTree {
  tree: EntityTree;
  rows: readonly TreeRow[];
  search: string;
  setSearch: (search: string) => void;
  toggle: (row: TreeRow) => void;
  /** There are more things than the server lists. */
  isCut: boolean;
  query: { isPending: boolean; error: unknown; refetch: () => void };
}

/** Reads the tree and keeps what is open and looked for. Beyond what the server lists at once, it is searched there. */
export const useTree = (): ShownTree => {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const all = useQuery(permissionEntities());
  const isCut = all.data?.isComplete === false;
  const found = useQuery({
    ...permissionEntities(wanted.trim()),
    enabled: isCut && wanted.trim() !== '',
    placeholderData: (last) => last,
  });
  const items = (isCut && wanted.trim() !== '' ? found.data?.items : undefined) ?? all.data?.items;
  const tree = useMemo(() => entityTree(items ?? []), [items]);
  // Until somebody opens or closes something, what the tree's size suggests is open.
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const open = useMemo(() => opened ?? firstOpen(tree), [opened, tree]);
  const organizationName = t('permissionGroups.tree.organization');
  const rows = useMemo(
    () => treeRows(tree, { open, matches: matching(tree, wanted), organizationName }),
    [tree, open, wanted, organizationName],
  );
  const toggle = ({ id }: TreeRow): void => {
    if (id === null) return;
    setOpened((before) => {
      const now = before ?? open;
      return new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id]);
    });
  };
  return {
    tree,
    rows,
    search,
    setSearch,
    toggle,
    isCut,
    query: { isPending: all.isPending, error: all.error, refetch: () => void all.refetch() },
  };
};
