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

export const smallestZoom = 0;
/** As near as the shapes of the countries make sense. */
export const largestZoom = 13;
/** As near as one comes where there is a map of streets. */
export const streetZoom = 19;

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

/** Width of the whole world in px. */
export const worldPx = (zoom: number): number => tilePx * 2 ** zoom;

/** Where a point of the world is in the view, in px from its upper left corner. */
export const toScreen = (point: WorldPoint, view: MapView, size: ViewSize): WorldPoint => {
  const scale = worldPx(view.zoom);
  return { x: (point.x - view.x) * scale + size.width / 2, y: (point.y - view.y) * scale + size.height / 2 };
};

/** Which point of the world is at a place of the view. */
export const fromScreen = (place: WorldPoint, view: MapView, size: ViewSize): WorldPoint => {
  const scale = worldPx(view.zoom);
  return { x: view.x + (place.x - size.width / 2) / scale, y: view.y + (place.y - size.height / 2) / scale };
};

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The nearest view that shows something of the world. */
export const held = ({ x, y, zoom }: MapView): MapView => ({
  x: clamp(x, 0, 1),
  y: clamp(y, 0, 1),
  zoom: clamp(zoom, smallestZoom, streetZoom),
});

/** The view after the picture was pushed by so many px. */
export const panned = (view: MapView, by: WorldPoint): MapView => {
  const scale = worldPx(view.zoom);
  return held({ ...view, x: view.x - by.x / scale, y: view.y - by.y / scale });
};

/** Where one zooms: a place of the view, in px, which stays there, and how near one may come. */
export interface ZoomPlace {
  place: WorldPoint;
  size: ViewSize;
  maxZoom?: number;
}

/** The view after zooming by steps. One that is nearer than allowed stays so until one goes farther. */
export const zoomed = (view: MapView, by: number, at: ZoomPlace): MapView => {
  const zoom = clamp(view.zoom + by, smallestZoom, Math.max(view.zoom, at.maxZoom ?? largestZoom));
  const [before, after] = [worldPx(view.zoom), worldPx(zoom)];
  const dx = at.place.x - at.size.width / 2;
  const dy = at.place.y - at.size.height / 2;
  return held({ zoom, x: view.x + dx / before - dx / after, y: view.y + dy / before - dy / after });
};

const marginPx = 72;

/** The view in which all points are seen, not nearer than `maxZoom`. */
export const fitting = (points: readonly WorldPoint[], size: ViewSize, maxZoom = 9): MapView => {
  if (points.length === 0)
    return { x: 0.5, y: 0.42, zoom: Math.max(smallestZoom, Math.log2(Math.max(1, size.width) / tilePx)) };
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = (px: number, span: number): number =>
    Math.log2(Math.max(64, px - 2 * marginPx) / (tilePx * Math.max(span, 1e-9)));
  return held({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    zoom: Math.min(maxZoom, room(size.width, right - left), room(size.height, bottom - top)),
  });
};
