import { projected, worldPx, type MapView, type ViewSize } from '../geo/mercator.ts';

/** A tile by its place: zoom, column from the west, row from the north. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** What of the map is needed to choose tiles. */
export interface TileRange {
  isVector: boolean;
  minZoom: number;
  maxZoom: number;
  bounds: { west: number; south: number; east: number; north: number };
}

/** Shapes are drawn twice as large as pictures: that is the size for which they were made. */
const vectorShift = 1;
const deepestZoom = 22;

/** A name for a place, to find it again. */
export const tileKey = ({ z, x, y }: TilePlace): string => `${String(z)}/${String(x)}/${String(y)}`;

/** Side of a tile of that zoom in the view, in px. */
export const tileSidePx = (z: number, zoom: number): number => worldPx(zoom) / 2 ** z;

/** The zoom of the tiles for a view; null where the map has none. Beyond its last zoom, vector tiles are cut into smaller ones. */
export const tileZoomFor = ({ isVector, minZoom, maxZoom }: TileRange, zoom: number): number | null => {
  const wanted = Math.max(0, isVector ? Math.floor(zoom + 1e-6) - vectorShift : Math.round(zoom));
  const z = Math.min(wanted, isVector ? deepestZoom : maxZoom);
  return z < minZoom ? null : z;
};

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The tiles of one zoom in a view that the map covers, from the middle of the view outwards. */
export const tilesInView = (
  range: TileRange,
  z: number,
  { view, size }: { view: MapView; size: ViewSize },
): TilePlace[] => {
  const { west, south, east, north } = range.bounds;
  const [first, last] = [projected({ lat: north, lon: west }), projected({ lat: south, lon: east })];
  const [halfX, halfY] = [size.width / 2 / worldPx(view.zoom), size.height / 2 / worldPx(view.zoom)];
  const across = 2 ** z;
  const index = (at: number): number => clamp(Math.floor(at * across), 0, across - 1);
  // What ends exactly where a tile begins does not touch it.
  const end = (at: number): number => clamp(Math.ceil(at * across) - 1, 0, across - 1);
  const [fromX, toX] = [index(Math.max(first.x, view.x - halfX)), end(Math.min(last.x, view.x + halfX))];
  const [fromY, toY] = [index(Math.max(first.y, view.y - halfY)), end(Math.min(last.y, view.y + halfY))];
  const places: TilePlace[] = [];
  for (let x = fromX; x <= toX; x++) for (let y = fromY; y <= toY; y++) places.push({ z, x, y });
  const away = ({ x, y }: TilePlace): number => Math.hypot((x + 0.5) / across - view.x, (y + 0.5) / across - view.y);
  return places.toSorted((a, b) => away(a) - away(b));
};

/** Where a tile lies in the view, in whole px of the screen, so that no line is seen between two of them. */
export const tileBox = (
  place: TilePlace,
  { view, size }: { view: MapView; size: ViewSize },
  ratio: number,
): { x: number; y: number; width: number; height: number } => {
  const world = worldPx(view.zoom);
  const across = 2 ** place.z;
  const at = (index: number, middle: number, half: number): number =>
    Math.round(((index / across - middle) * world + half) * ratio);
  const [x, y] = [at(place.x, view.x, size.width / 2), at(place.y, view.y, size.height / 2)];
  return {
    x,
    y,
    width: at(place.x + 1, view.x, size.width / 2) - x,
    height: at(place.y + 1, view.y, size.height / 2) - y,
  };
};

/** The tile of the file in which a tile lies, and which part of it: how many such parts it has across, and the part's column and row. */
export const sourceOf = (
  { z, x, y }: TilePlace,
  maxZoom: number,
): { place: TilePlace; across: number; column: number; row: number } => {
  const across = 2 ** Math.max(0, z - maxZoom);
  const place = { z: Math.min(z, maxZoom), x: Math.floor(x / across), y: Math.floor(y / across) };
  return { place, across, column: x - place.x * across, row: y - place.y * across };
};

const maxSidePx = 1024;

/** How large a tile is painted, in px of the screen: in steps, so that not every turn of the wheel paints it again. */
export const paintedSidePx = (sidePx: number, ratio: number): number => {
  const step = Math.SQRT2 ** Math.ceil(2 * Math.log2(Math.max(64, sidePx) / 64) - 1e-6);
  return Math.round(Math.min(maxSidePx, 64 * step * ratio));
};
