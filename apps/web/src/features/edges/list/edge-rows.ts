import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import type { StatusState } from '@sightline/contracts/status/status';
import { foldName, searchWords } from '@sightline/domain/global-search/fold-name';

/** Whether a core holds what it should. `none`: it was never paired, so there is nothing that could be in sync. */
export type EdgeSync = 'in' | 'out' | 'none';

/** One core as the table shows it. */
export interface EdgeRow {
  edge: Edge;
  /** Its site, as far as the person may see it. */
  site: Pick<Location, 'name'> | undefined;
  sync: EdgeSync;
  /** What is searched. */
  folded: string;
}

/** What of the cores is shown. */
export interface EdgeFilters {
  text: string;
  state: StatusState | undefined;
  sync: EdgeSync | undefined;
}

const syncOf = ({ version, isSync }: Edge): EdgeSync => {
  if (version === null) return 'none';
  return isSync ? 'in' : 'out';
};

/** Every core with its site. */
export function edgeRowsOf(edges: readonly Edge[], sites: readonly Location[]): EdgeRow[] {
  const byId = new Map(sites.map((site) => [site.id, site]));
  return edges.map((edge) => {
    const site = byId.get(edge.locationId);
    return { edge, site, sync: syncOf(edge), folded: `${foldName(edge.name)} ${foldName(site?.name ?? '')}` };
  });
}

/** The cores that match, by name. */
export function shownEdges(rows: readonly EdgeRow[], { text, state, sync }: EdgeFilters): EdgeRow[] {
  const words = searchWords(text);
  return rows
    .filter(
      (row) =>
        words.every((word) => row.folded.includes(word)) &&
        (state === undefined || row.edge.status.state === state) &&
        (sync === undefined || row.sync === sync),
    )
    .toSorted((a, b) => a.edge.name.localeCompare(b.edge.name, undefined, { numeric: true }));
}
