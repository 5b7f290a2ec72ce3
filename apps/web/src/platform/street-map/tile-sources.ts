import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { buffer, type Extent } from 'ol/extent.js';
import type RenderFeature from 'ol/render/Feature.js';
import ImageTileSource from 'ol/source/ImageTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type Tile from 'ol/Tile.js';
import { createXYZ } from 'ol/tilegrid.js';
import VectorTile from 'ol/VectorTile.js';
import type { MissingTiles } from './missing-tiles.ts';
import type { ReadTile } from './tile-bytes.ts';
import { featuresOf, groundOf } from './tile-features.ts';

/** What tiles are read from. */
export interface TileSourceDeps {
  map: StreetMap;
  missing: MissingTiles;
  readTile: ReadTile;
}

/** Shapes are drawn twice as large as pictures: that is the size for which they were made. */
const sidePx = { shapes: 512, pictures: 256 } as const;
/** The ground of a tile reaches beyond it by this part, so that no line is seen between two of them. */
const overlap = 0.01;

const nameOf = (z: number, x: number, y: number): string => [z, x, y].join('/');

/** Tiles of shapes, which can be asked for again. */
class ShapeSource extends VectorTileSource<RenderFeature> {
  retry(attempt: number): void {
    this.setKey(String(attempt));
  }
}

/** Tiles of pictures, which can be asked for again. */
class PictureSource extends ImageTileSource {
  retry(attempt: number): void {
    this.setKey(String(attempt));
  }
}

/** The shapes of a map as a source of the map library. */
export const shapeSource = ({ map, missing, readTile }: TileSourceDeps): ShapeSource => {
  const load = async (tile: VectorTile<RenderFeature>, extent: Extent): Promise<void> => {
    const [z = 0, x = 0, y = 0] = tile.getTileCoord();
    try {
      const features = await missing.follow(nameOf(z, x, y), async () => {
        const bytes = await readTile(z, x, y);
        if (bytes === null) return [];
        const [west = 0, , east = 0] = extent;
        return [groundOf(buffer(extent, (east - west) * overlap)), ...featuresOf(bytes, extent)];
      });
      tile.setFeatures(features);
    } catch {
      // What went wrong was told by `missing`.
      tile.onError();
    }
  };
  return new ShapeSource({
    tileGrid: createXYZ({ minZoom: map.minZoom, maxZoom: map.maxZoom, tileSize: sidePx.shapes }),
    wrapX: false,
    transition: 0,
    // A tile that failed is another one the next time; those that came are kept.
    tileUrlFunction: ([z = 0, x = 0, y = 0]) => {
      const name = nameOf(z, x, y);
      return `${name}#${String(missing.failures(name))}`;
    },
    tileLoadFunction: (tile: Tile) => {
      if (tile instanceof VectorTile) tile.setLoader((extent: Extent) => void load(tile, extent));
    },
  });
};

/** Finished pictures of a map as a source of the map library. */
export const pictureSource = ({ map, missing, readTile }: TileSourceDeps): PictureSource =>
  new PictureSource({
    tileGrid: createXYZ({ minZoom: map.minZoom, maxZoom: map.maxZoom, tileSize: sidePx.pictures }),
    wrapX: false,
    transition: 0,
    loader: (z, x, y) =>
      missing.follow(nameOf(z, x, y), async () => {
        const bytes = await readTile(z, x, y);
        return bytes === null
          ? createImageBitmap(new ImageData(1, 1))
          : createImageBitmap(new Blob([bytes], { type: `image/${map.tiles}` }));
      }),
  });
