import type { PaletteEntry } from './palette-entry.ts';

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Id of a thing; null of a page, and of what is none of ours. */
const idOf = ({ key, group }: PaletteEntry): string | null => {
  const id = key.slice(key.indexOf(':') + 1);
  return group !== 'page' && idPattern.test(id) ? id : null;
};

/** Ids of the things among entries. */
export const idsOf = (entries: readonly PaletteEntry[]): string[] => entries.map(idOf).filter((id) => id !== null);

/**
 * What was kept, as it is now: pages in the language of today, things with the names that the server tells. What neither
 * knows is left out: it was deleted, or may not be opened any more.
 */
export const asTheyAre = (
  kept: readonly PaletteEntry[],
  pages: readonly PaletteEntry[],
  things: readonly PaletteEntry[],
): PaletteEntry[] =>
  kept.flatMap((entry) => {
    const id = idOf(entry);
    const now = id === null ? pages.find(({ key }) => key === entry.key) : things.find((thing) => idOf(thing) === id);
    return now === undefined ? [] : [now];
  });
