import { useState } from 'react';

/** Rows of a list with which something is to be done. */
export interface Chosen<T> {
  list: readonly T[];
  has: (row: T) => boolean;
  /** All that are loaded are chosen. */
  isAll: boolean;
  toggle: (row: T) => void;
  toggleAll: () => void;
  /** These alone are chosen from now on. */
  keep: (rows: readonly T[]) => void;
}

/** Choosing rows of a list by their ids; what is no longer listed is no longer chosen. */
export function useChosen<T extends { id: string }>(rows: readonly T[]): Chosen<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const list = rows.filter(({ id }) => ids.has(id));
  const isAll = rows.length > 0 && list.length === rows.length;
  const keep = (kept: readonly T[]): void => setIds(new Set(kept.map(({ id }) => id)));
  return {
    list,
    has: ({ id }) => ids.has(id),
    isAll,
    toggle: (row) => keep(ids.has(row.id) ? list.filter(({ id }) => id !== row.id) : [...list, row]),
    toggleAll: () => keep(isAll ? [] : rows),
    keep,
  };
}

/** The same for a list that is read page by page. */
export const useChosenOf = <T extends { id: string }>(
  data: { pages: readonly { items: readonly T[] }[] } | undefined,
): Chosen<T> => useChosen(data?.pages.flatMap(({ items }) => items) ?? []);
