/** A point of the world in the square that Mercator's projection makes of it: x and y from 0 to 1, from the north-west corner. */
export interface WorldPoint {
  x: number;
  y: number;
}

/** What of the world is in view: its middle, and how large the whole world is drawn. */
export interface MapView extends WorldPoint {
  /** The world is 256 px wide at zoom 0, and twice as wide with each step. */
  zoom: number;
}

/** Size of the view in px. */
export interface ViewSize {
  width: number;
  height: number;
}

const tilePx = 256;
const maxLat = 85.051_129;
/** Half of the equator in metres, as web maps measure it (EPSG:3857): 0 is in the middle, and north is up. */
const halfM = 20_037_508.342_789_244;

/** Where degrees lie in the world. Poles are drawn where the projection ends. */
export const projected = ({ lat, lon }: { lat: number; lon: number }): WorldPoint => {
  const sin = Math.sin((Math.max(-maxLat, Math.min(maxLat, lat)) * Math.PI) / 180);
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
};

/** Which degrees a point of the world has. */
export const unprojected = ({ x, y }: WorldPoint): { lat: number; lon: number } => ({
  lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  lon: x * 360 - 180,
});

/** A point of the world in the metres of web maps, as the map library has it. */
export const toMetres = ({ x, y }: WorldPoint): [number, number] => [(2 * x - 1) * halfM, (1 - 2 * y) * halfM];

/** The point of the world at metres of web maps. */
export const fromMetres = ([x = 0, y = 0]: readonly number[]): WorldPoint => ({
  x: (x / halfM + 1) / 2,
  y: (1 - y / halfM) / 2,
});

/** Width of the whole world in px. */
export const worldPx = (zoom: number): number => tilePx * 2 ** zoom;

/** Where a point of the world is in the view, in px from its upper left corner. */
export const toScreen = (point: WorldPoint, view: MapView, size: ViewSize): WorldPoint => {
  const scale = worldPx(view.zoom);
  return { x: (point.x - view.x) * scale + size.width / 2, y: (point.y - view.y) * scale + size.height / 2 };
};
