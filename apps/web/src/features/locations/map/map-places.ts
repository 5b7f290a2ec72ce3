import type { ShownStatus } from '@sightline/contracts/status/status';
import { sumStates, totalOf, type ForestNode, type StateCounts } from '../tree/location-forest.ts';
import { projected, worldPx, type WorldPoint } from '../../../platform/geo/mercator.ts';
import { worstFirst } from '../worst-first.ts';

/** A site on the map. Parts of it that have no place of their own count here. */
export interface MapPlace extends WorldPoint {
  id: string;
  name: string;
  states: StateCounts;
  cameraTotal: number;
  /** Of everything at the site and below it; null where there is no core and no camera. */
  status: ShownStatus | null;
}

/** Sites that lie so near each other that they are drawn as one; a single one stands for itself. */
export interface MapCluster extends WorldPoint {
  key: string;
  places: readonly MapPlace[];
  states: StateCounts;
  cameraTotal: number;
  /** The worst of the sites. */
  status: ShownStatus | null;
}

/** Sites with a place, and those that have none, nor anything above them that does. */
export const placesOf = (forest: readonly ForestNode[]): { places: MapPlace[]; unplaced: ForestNode[] } => {
  const places: MapPlace[] = [];
  const unplaced: ForestNode[] = [];
  /** Adds up what below a site has no place of its own; what has one is a place by itself. */
  const own = (node: ForestNode): StateCounts =>
    node.children.reduce(
      (sum, child) => (child.location.coordinates === null ? sumStates(sum, own(child)) : sum),
      node.location.cameras,
    );
  const walk = (node: ForestNode, hasPlaceAbove: boolean): void => {
    const { coordinates, id, name } = node.location;
    if (coordinates !== null) {
      const states = own(node);
      const hasDevices = node.coresTotal > 0 || node.cameraTotal > 0;
      places.push({
        id,
        name,
        ...projected(coordinates),
        states,
        cameraTotal: totalOf(states),
        status: hasDevices ? node.location.status : null,
      });
    } else if (!hasPlaceAbove && !node.location.isNameOnly) unplaced.push(node);
    for (const child of node.children) walk(child, hasPlaceAbove || coordinates !== null);
  };
  for (const root of forest) walk(root, false);
  return { places, unplaced };
};

const worstOf = (places: readonly MapPlace[]): ShownStatus | null =>
  places
    .flatMap(({ status }) => status ?? [])
    .toSorted((a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state))[0] ?? null;

const nearPx = 52;

interface Gathering {
  places: MapPlace[];
  x: number;
  y: number;
}

const clusterOf = ({ places, x, y }: Gathering): MapCluster => {
  const states = places.reduce<StateCounts>((sum, place) => sumStates(sum, place.states), {});
  return { key: places[0]?.id ?? '', places, x, y, states, cameraTotal: totalOf(states), status: worstOf(places) };
};

/** Gathers sites that would touch each other at a zoom. Each site is compared only with what lies in the cells around it. */
export const clustersOf = (places: readonly MapPlace[], zoom: number): MapCluster[] => {
  const cell = nearPx / worldPx(zoom);
  const cells = new Map<string, Gathering[]>();
  const found: Gathering[] = [];
  const near = (place: MapPlace): Gathering | undefined => {
    const [column, row] = [Math.floor(place.x / cell), Math.floor(place.y / cell)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const hit = cells
          .get(`${String(column + dx)}:${String(row + dy)}`)
          ?.find(({ x, y }) => Math.hypot(x - place.x, y - place.y) < cell);
        if (hit !== undefined) return hit;
      }
    return undefined;
  };
  for (const place of places) {
    const hit = near(place);
    if (hit !== undefined) {
      hit.places.push(place);
      continue;
    }
    // Where the first one lies, so that the gathering stays where it is while others come to it.
    const gathering = { places: [place], x: place.x, y: place.y };
    found.push(gathering);
    const key = `${String(Math.floor(place.x / cell))}:${String(Math.floor(place.y / cell))}`;
    cells.set(key, [...(cells.get(key) ?? []), gathering]);
  }
  return found.map(clusterOf);
};
