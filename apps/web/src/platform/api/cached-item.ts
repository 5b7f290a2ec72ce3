import type { CallDefinition } from '@sightline/contracts/shared/call';
import { callKey } from './client.ts';
import { queryClient } from './query-client.ts';

interface Item {
  id: string;
}

const itemsOf = (cached: unknown): readonly Item[] => {
  if (typeof cached !== 'object' || cached === null) return [];
  if ('pages' in cached && Array.isArray(cached.pages)) return cached.pages.flatMap(itemsOf);
  if ('items' in cached && Array.isArray(cached.items)) return cached.items as Item[];
  return 'id' in cached ? [cached as Item] : [];
};

/** A thing as some screen read it already, by itself or in a list; nothing is fetched. */
export const cachedItem = <T extends Item>(calls: readonly CallDefinition[], id: string): T | undefined => {
  for (const definition of calls) {
    for (const [, cached] of queryClient.getQueriesData({ queryKey: callKey(definition) })) {
      const found = itemsOf(cached).find((item) => item.id === id);
      if (found !== undefined) return found as T;
    }
  }
  return undefined;
};
