import type { RollOutCandidate } from '@sightline/contracts/edge-releases/roll-out';
import { foldName } from '@sightline/domain/global-search/fold-name';
import { canTake } from './roll-out-values.ts';

/** What the cores of a roll-out are narrowed by while they are chosen. */
export interface CoreFilter {
  /** Every word of it is in the name, the site or the version. */
  search: string;
  version: string | undefined;
  link: 'online' | 'offline' | undefined;
}

/** Stands for the version of a core that never told one; no version is written so. */
export const unknownVersion = '?';

const versionOf = ({ version }: RollOutCandidate): string => version ?? unknownVersion;

/** Whether each word of a search is in one of the texts; `0.10` is one word, so that it finds that version and not a core of the number 10. */
export function isFound(search: string, ...texts: string[]): boolean {
  const words = search.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return search.trim() === '';
  const all = texts.map(foldName).join(' ');
  return words.every((word) => all.includes(foldName(word)));
}

/** Cores that a filter leaves, in their order. */
export const filteredCores = (
  cores: readonly RollOutCandidate[],
  { search, version, link }: CoreFilter,
): RollOutCandidate[] =>
  cores.filter(
    (core) =>
      (version === undefined || versionOf(core) === version) &&
      (link === undefined || core.isOnline === (link === 'online')) &&
      isFound(search, core.name, core.locationName, core.version ?? ''),
  );

/** Versions that cores run, newest first; those that are not known come last. */
export const versionsOf = (cores: readonly RollOutCandidate[]): string[] =>
  [...new Set(cores.map(versionOf))].toSorted((one, other) => {
    if (one === unknownVersion || other === unknownVersion) return one === unknownVersion ? 1 : -1;
    return other.localeCompare(one, 'en', { numeric: true });
  });

/** A site with the cores there that can take the release. */
export interface SiteToChoose {
  id: string;
  name: string;
  count: number;
}

/** Sites with at least one core that can take the release, in the order of their first core. */
export function sitesOf(cores: readonly RollOutCandidate[]): SiteToChoose[] {
  const sites = new Map<string, SiteToChoose>();
  for (const { locationId, locationName } of cores.filter(canTake)) {
    const known = sites.get(locationId);
    sites.set(locationId, { id: locationId, name: locationName, count: (known?.count ?? 0) + 1 });
  }
  return [...sites.values()];
}

/** The choice once all that are shown were chosen, or, when they were chosen already, left out. */
export function withShown(chosen: readonly string[], shownIds: readonly string[]): string[] {
  const before = new Set(chosen);
  if (shownIds.every((id) => before.has(id))) return chosen.filter((id) => !shownIds.includes(id));
  return [...new Set([...chosen, ...shownIds])];
}
