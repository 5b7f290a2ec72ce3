import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { boundingExtent, type Extent } from 'ol/extent.js';
import type Layer from 'ol/layer/Layer.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderEvent from 'ol/render/Event.js';
import { projected, toMetres } from '../geo/mercator.ts';
import type { MapLook } from './map-colours.ts';
import { followMissingTiles, type MissingTilesDeps } from './missing-tiles.ts';
import { streetStyle } from './street-style.ts';
import { openTileBytes, type ReadBytes } from './tile-bytes.ts';
import { pictureSource, shapeSource, type TileSourceDeps } from './tile-sources.ts';

/** What a layer of streets needs; `onWhole` hears whether all that is in view could be had. */
export interface StreetLayerDeps extends Pick<MissingTilesDeps, 'onWhole' | 'onProblem'> {
  map: StreetMap;
  language: string;
  read: ReadBytes;
}

/** Streets as a layer of the map library. */
export interface StreetLayer {
  layer: Layer;
  /** Draws in the look of a theme from now on. */
  wear: (look: MapLook) => void;
  end: () => void;
}

/** Everything of a kind of tiles. */
interface TileKind extends Pick<StreetLayer, 'layer' | 'wear'> {
  retry: (attempt: number) => void;
}

/** Tiles that are kept, ready to be drawn: a view shows a dozen. */
const maxTiles = 64;
/** A view this much nearer than the first tiles shows them: layers begin beyond their least zoom. */
const justNearer = 1e-6;

const coveredBy = ({ bounds: { west, south, east, north } }: StreetMap): Extent =>
  boundingExtent([toMetres(projected({ lat: south, lon: west })), toMetres(projected({ lat: north, lon: east }))]);

const shapeKind = (deps: TileSourceDeps, language: string): TileKind => {
  const source = shapeSource(deps);
  // Tiles of twice the size have a zoom less than the view.
  const minZoom = deps.map.minZoom + 1 - justNearer;
  const layer = new VectorTileLayer({
    source,
    extent: coveredBy(deps.map),
    minZoom,
    declutter: true,
    cacheSize: maxTiles,
  });
  const hasLand = deps.map.layers.includes('earth');
  return {
    layer,
    wear: (look) => layer.setStyle(streetStyle({ language, hasLand, look })),
    retry: (attempt) => source.retry(attempt),
  };
};

const pictureKind = (deps: TileSourceDeps): TileKind => {
  const source = pictureSource(deps);
  const minZoom = deps.map.minZoom - 0.5;
  // A canvas of its own: what lies below is not veiled with it.
  const layer = new TileLayer({
    source,
    extent: coveredBy(deps.map),
    minZoom,
    className: 'pictures',
    cacheSize: maxTiles,
  });
  let veil = 'transparent';
  // Finished pictures are as bright as they were made: a veil makes them fit the theme.
  layer.on('postrender', ({ context }: RenderEvent) => {
    if (!(context instanceof CanvasRenderingContext2D)) return;
    context.save();
    context.resetTransform();
    context.globalCompositeOperation = 'source-atop';
    context.fillStyle = veil;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.restore();
  });
  const wear = ({ colours }: MapLook): void => {
    veil = colours.veil;
    layer.changed();
  };
  return { layer, wear, retry: (attempt) => source.retry(attempt) };
};

/** Opens the streets of a map. */
export const openStreetLayer = ({ map, language, read, onWhole, onProblem }: StreetLayerDeps): StreetLayer => {
  let attempts = 0;
  const missing = followMissingTiles({ retry: () => kind.retry(++attempts), onWhole, onProblem });
  const deps: TileSourceDeps = { map, missing, readTile: openTileBytes(map, read) };
  const kind = map.tiles === 'vector' ? shapeKind(deps, language) : pictureKind(deps);
  return {
    layer: kind.layer,
    wear: kind.wear,
    end: () => {
      missing.end();
      kind.layer.dispose();
    },
  };
};
