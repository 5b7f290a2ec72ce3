import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { PMTiles, SharedPromiseCache, type Source } from 'pmtiles';
import { sourceOf, tileKey, type TilePlace } from './tile-maths.ts';
import { tileShapes, tileSteps, type ShapePath, type TileShapes } from './tile-shapes.ts';
import type { WorldLabel } from './worker-words.ts';

const maxTiles = 48;
const maxDirectories = 64;

/** Reads a part of the file; offset and length in bytes. */
export type ReadBytes = (offset: number, length: number) => Promise<ArrayBuffer>;

interface ReaderDeps<P extends ShapePath> {
  map: StreetMap;
  language: string;
  read: ReadBytes;
  makePath: () => P;
}

/** Tiles of one map: those that were read last are kept. */
export interface TileReader<P extends ShapePath> {
  /** Null where the file has no such tile. Rejects where it could not be read. */
  shapes(place: TilePlace): Promise<TileShapes<P> | null>;
  /** The bytes of a finished picture; null where the file has none there. */
  picture(place: TilePlace): Promise<ArrayBuffer | null>;
}

/** Reads tiles out of a PMTiles file through parts of it. */
export const createTileReader = <P extends ShapePath>({
  map,
  language,
  read,
  makePath,
}: ReaderDeps<P>): TileReader<P> => {
  const source: Source = {
    getKey: () => map.version,
    getBytes: async (offset, length) => ({ data: await read(offset, Math.min(length, map.bytes - offset)) }),
  };
  const openArchive = (): PMTiles => new PMTiles(source, new SharedPromiseCache(maxDirectories));
  let archive = openArchive();
  const known = new Map<string, Promise<TileShapes<P> | null>>();
  const picture = async ({ z, x, y }: TilePlace): Promise<ArrayBuffer | null> => {
    try {
      return (await archive.getZxy(z, x, y))?.data ?? null;
    } catch (failure) {
      // The library keeps a head that could not be read as it keeps one that could.
      archive = openArchive();
      throw failure;
    }
  };
  const readShapes = async (place: TilePlace): Promise<TileShapes<P> | null> => {
    const bytes = await picture(place);
    return bytes === null ? null : tileShapes(new Uint8Array(bytes), language, makePath);
  };
  return {
    picture,
    shapes: (place) => {
      const key = tileKey(place);
      const before = known.get(key);
      const found = before ?? readShapes(place);
      known.delete(key);
      known.set(key, found);
      // What failed is tried again the next time.
      if (before === undefined) found.catch(() => known.delete(key));
      const [oldest] = known.keys();
      if (known.size > maxTiles && oldest !== undefined) known.delete(oldest);
      return found;
    },
  };
};

/** The names on a tile as names in the world; of a tile that was cut out of another, those that lie on it. */
export const worldLabels = (
  place: TilePlace,
  maxZoom: number,
  shapes: Pick<TileShapes<ShapePath>, 'labels'>,
): WorldLabel[] => {
  const { place: source, across, column, row } = sourceOf(place, maxZoom);
  const world = tileSteps * 2 ** source.z;
  const side = tileSteps / across;
  return shapes.labels
    .filter(({ x, y }) => Math.floor(x / side) === column && Math.floor(y / side) === row)
    .map((label) => ({
      ...label,
      x: source.x / 2 ** source.z + label.x / world,
      y: source.y / 2 ** source.z + label.y / world,
      room: label.room === null ? null : label.room / world,
    }));
};
