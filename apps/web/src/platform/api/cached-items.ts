import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { Page } from '@sightline/contracts/shared/paging';
import { queryClient } from './query-client.ts';

interface Place {
  /** Key prefix of the list call. */
  lists: QueryKey;
  /** Key prefix of the call that answers one item. */
  one: QueryKey;
  id: string;
}

interface Item {
  id: string;
}

const isPage = (value: unknown): value is Page<Item> =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);

const isPages = (value: unknown): value is InfiniteData<Page<Item>> =>
  typeof value === 'object' && value !== null && 'pages' in value && Array.isArray(value.pages);

const patchPage = (page: Page<Item>, id: string, change: (item: Item) => Item): Page<Item> =>
  page.items.some((item) => item.id === id)
    ? { ...page, items: page.items.map((item) => (item.id === id ? change(item) : item)) }
    : page;

/** Changes one item wherever it is cached: in pages of lists and by itself. Nothing is fetched. */
export const patchCached = <T extends Item>(place: Place, change: (item: T) => T): void => {
  const apply = change as unknown as (item: Item) => Item;
  queryClient.setQueriesData<unknown>({ queryKey: place.lists }, (cached: unknown) => {
    if (isPages(cached)) return { ...cached, pages: cached.pages.map((page) => patchPage(page, place.id, apply)) };
    return isPage(cached) ? patchPage(cached, place.id, apply) : cached;
  });
  queryClient.setQueriesData<Item>({ queryKey: place.one }, (cached) =>
    cached?.id === place.id ? apply(cached) : cached,
  );
};

/** One item from wherever it is cached; undefined when no screen asked for it lately. */
export const findCached = <T extends Item>({ lists, one, id }: Place): T | undefined => {
  const cached = [
    ...queryClient.getQueriesData<unknown>({ queryKey: one }),
    ...queryClient.getQueriesData<unknown>({ queryKey: lists }),
  ];
  const items = cached.flatMap(([, data]) => {
    if (isPages(data)) return data.pages.flatMap((page) => page.items);
    return isPage(data) ? data.items : [data as Item | undefined];
  });
  return items.find((item) => item?.id === id) as T | undefined;
};

// A core that loses its link changes all its cameras at once: one reading for all of them.
const gatherMs = 500;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Reads what begins with `key` again, at most every half second. */
export const refreshSoon = (key: QueryKey): void => {
  const name = JSON.stringify(key);
  if (waiting.has(name)) return;
  const refresh = (): void => {
    waiting.delete(name);
    void queryClient.invalidateQueries({ queryKey: key });
  };
  waiting.set(name, setTimeout(refresh, gatherMs));
};
