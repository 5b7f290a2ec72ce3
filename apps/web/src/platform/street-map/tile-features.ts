import MVT from 'ol/format/MVT.js';
import type { Extent } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import RenderFeature from 'ol/render/Feature.js';
import type { TileThing } from './tile-paint.ts';

const kinds = new Map<string, TileThing['kind']>([
  ['Point', 'point'],
  ['MultiPoint', 'point'],
  ['LineString', 'line'],
  ['MultiLineString', 'line'],
  ['Polygon', 'area'],
  ['MultiPolygon', 'area'],
]);
/** No schema has this word: some have one of their own called "layer". */
const layerName = 'sightline:layer';
const groundLayer = 'sightline:ground';
const webMercator = 'EPSG:3857';

/** Things of a vector tile (MVT) that covers `extent`, in metres. Throws where the bytes are none. */
export const featuresOf = (bytes: ArrayBuffer, extent: Extent): RenderFeature[] =>
  new MVT<RenderFeature>({ featureClass: RenderFeature, layerName }).readFeatures(bytes, {
    extent,
    featureProjection: webMercator,
  });

/** What lies under the things of a tile, and covers all of it. */
export const groundOf = ([west = 0, south = 0, east = 0, north = 0]: Extent): RenderFeature =>
  new RenderFeature(
    'Polygon',
    [west, south, east, south, east, north, west, north, west, south],
    [10],
    2,
    { [layerName]: groundLayer },
    undefined,
  );

/** Whether a thing is what {@link groundOf} made. */
export const isGround = (feature: FeatureLike): boolean => feature.get(layerName) === groundLayer;

/** A thing as far as it matters how it is drawn and named; null for what has no shape. */
export const thingOf = (feature: FeatureLike): TileThing | null => {
  const kind = feature instanceof RenderFeature ? kinds.get(feature.getType()) : undefined;
  const properties = feature.getProperties() as TileThing['properties'];
  return kind === undefined ? null : { layer: String(properties[layerName]), kind, properties };
};

/** Lines of a feature, point by point, in metres. */
export const linesOf = (feature: FeatureLike): { x: number; y: number }[][] => {
  if (!(feature instanceof RenderFeature)) return [];
  const flat = feature.getFlatCoordinates();
  const points = Array.from({ length: flat.length / 2 }, (_, index) => ({
    x: flat[2 * index] ?? 0,
    y: flat[2 * index + 1] ?? 0,
  }));
  const ends = (feature.getEnds() ?? [flat.length]).map((end) => end / 2);
  return ends.map((end, index) => points.slice(ends[index - 1] ?? 0, end));
};
