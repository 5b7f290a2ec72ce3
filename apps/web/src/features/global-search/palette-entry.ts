import type { FoundType } from '@sightline/contracts/global-search/global-search';

/** Groups of the palette in the order in which equally good ones stand. */
export const paletteGroups = [
  'page',
  'location',
  'sublocation',
  'building',
  'floor',
  'core',
  'camera',
  'alarm',
  'person',
  'event',
] as const satisfies readonly (FoundType | 'page')[];

export type PaletteGroup = (typeof paletteGroups)[number];

/** One line of the palette: a page, or a thing of the organization. */
export interface PaletteEntry {
  /** Of the kind and unique in it: `camera:` with an id, `page:` with a key. */
  key: string;
  group: PaletteGroup;
  name: string;
  /** What a page is for, or the names above a thing, root first. */
  detail: readonly string[];
  href: string;
}

/** An entry with how well it fits, 0..1. */
export interface FittingEntry extends PaletteEntry {
  score: number;
}

/** One group as it is drawn. */
export interface DrawnGroup {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
}

const maxPages = 6;

/** Entries by group: the group with the best entry first, each in the order that it came in. */
export function groupsOf(entries: readonly FittingEntry[]): DrawnGroup[] {
  const best = (group: PaletteGroup): number =>
    Math.max(...entries.filter((entry) => entry.group === group).map(({ score }) => score));
  return paletteGroups
    .filter((group) => entries.some((entry) => entry.group === group))
    .toSorted((a, b) => best(b) - best(a))
    .map((group) => ({
      group,
      entries: entries.filter((entry) => entry.group === group).slice(0, group === 'page' ? maxPages : undefined),
    }));
}
