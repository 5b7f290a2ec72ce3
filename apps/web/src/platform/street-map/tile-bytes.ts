import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { PMTiles, SharedPromiseCache, type Source } from 'pmtiles';

const maxDirectories = 64;

/** Reads a part of the file; offset and length in bytes. */
export type ReadBytes = (offset: number, length: number) => Promise<ArrayBuffer>;

/** The bytes of a tile by zoom, column from the west, and row from the north; null where the file has none. Rejects where it could not be read. */
export type ReadTile = (z: number, x: number, y: number) => Promise<ArrayBuffer | null>;

/** Reads tiles out of a PMTiles file through parts of it. */
export const openTileBytes = (map: Pick<StreetMap, 'version' | 'bytes'>, read: ReadBytes): ReadTile => {
  const source: Source = {
    getKey: () => map.version,
    getBytes: async (offset, length) => ({ data: await read(offset, Math.min(length, map.bytes - offset)) }),
  };
  const openArchive = (): PMTiles => new PMTiles(source, new SharedPromiseCache(maxDirectories));
  let archive = openArchive();
  return async (z, x, y) => {
    try {
      return (await archive.getZxy(z, x, y))?.data ?? null;
    } catch (failure) {
      // The library keeps a head that could not be read as it keeps one that could.
      archive = openArchive();
      throw failure;
    }
  };
};
