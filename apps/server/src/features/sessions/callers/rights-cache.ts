import type { Grant } from '@sightline/domain/permissions/grant';

/** About 100 bytes each: beyond this, what was not asked for longest is forgotten. */
const maxGrants = 500_000;

interface Entry {
  revision: number;
  grants: readonly Grant[];
}

/** Grants that were read, by person and organization; an entry is good as long as the rights of the organization have its revision. */
export interface RightsCache {
  get(key: string, revision: number): readonly Grant[] | undefined;
  set(key: string, entry: Entry): void;
}

/** A cache of one process. It can never answer what is old, because the revision is read from the database at every call. */
export function createRightsCache(): RightsCache {
  const entries = new Map<string, Entry>();
  let weight = 0;
  const drop = (key: string): void => {
    weight -= (entries.get(key)?.grants.length ?? 0) + 1;
    entries.delete(key);
  };
  return {
    get: (key, revision) => {
      const entry = entries.get(key);
      if (entry?.revision !== revision) return undefined;
      // Re-inserting moves it to the end, so that the first one is always the least recently used.
      entries.delete(key);
      entries.set(key, entry);
      return entry.grants;
    },
    set: (key, entry) => {
      if (entries.has(key)) drop(key);
      entries.set(key, entry);
      weight += entry.grants.length + 1;
      for (const oldest of entries.keys()) {
        if (weight <= maxGrants || oldest === key) break;
        drop(oldest);
      }
    },
  };
}
