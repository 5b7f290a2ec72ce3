import type { HomeLocation } from '@sightline/contracts/home/home';
import type { StatusState } from '@sightline/contracts/status/status';
import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';
import { flatNodes, forestOf } from '../tree/location-forest.ts';
import type { SiteSort } from './site-sorts.ts';
import { worstFirst } from '../worst-first.ts';

/** One site as the table shows it, with everything below it counted. */
export interface SiteRow {
  location: HomeLocation;
  /** Names of the sites above it, root first. */
  above: readonly string[];
  cameraTotal: number;
  coresTotal: number;
  coresOnline: number;
  /** Street and town. */
  address: string;
  /** What is searched. */
  folded: string;
}

/** What of the sites is shown, and in which order. */
export interface SiteFilters {
  text: string;
  state: StatusState | undefined;
  sort: SiteSort;
  isDescending: boolean;
}

/** Every site of the home with what is below it together. */
export function siteRowsOf(locations: readonly HomeLocation[]): SiteRow[] {
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return flatNodes(forestOf(locations)).map(({ location, path, cameraTotal, coresTotal, coresOnline }) => {
    const address = [location.address, location.city].filter((part) => part !== null && part !== '').join(', ');
    return {
      location,
      above: path.slice(0, -1).map((id) => names.get(id) ?? ''),
      cameraTotal,
      coresTotal,
      coresOnline,
      address,
      folded: `${foldName(location.name)} ${foldName(address)}`,
    };
  });
}

// Made once: `localeCompare` makes one for each two that it compares.
const inOrder = new Intl.Collator(undefined, { numeric: true });

const byName = (a: SiteRow, b: SiteRow): number => inOrder.compare(a.location.name, b.location.name);
const severityOf = ({ location }: SiteRow): number =>
  location.status === null ? worstFirst.length : worstFirst.indexOf(location.status.state);

const comparisons: Record<SiteSort, (a: SiteRow, b: SiteRow) => number> = {
  name: byName,
  status: (a, b) => severityOf(a) - severityOf(b),
  cameras: (a, b) => a.cameraTotal - b.cameraTotal,
  cores: (a, b) => a.coresTotal - b.coresTotal || a.coresOnline - b.coresOnline,
  // Sites without one come last.
  address: (a, b) => Number(a.address === '') - Number(b.address === '') || inOrder.compare(a.address, b.address),
};

/** The sites that match, in their order; equal ones by name. */
export function shownSites(rows: readonly SiteRow[], { text, state, sort, isDescending }: SiteFilters): SiteRow[] {
  const words = searchWords(text);
  const sign = isDescending ? -1 : 1;
  return rows
    .filter(
      ({ folded, location }) =>
        words.every((word) => folded.includes(word)) && (state === undefined || location.status?.state === state),
    )
    .toSorted((a, b) => sign * comparisons[sort](a, b) || byName(a, b));
}
