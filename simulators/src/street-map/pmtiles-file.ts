import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { zxyToTileId } from 'pmtiles';

/** A tile by its place: zoom, column from the west, row from the north. */
export interface PlacedTile {
  z: number;
  x: number;
  y: number;
  /** As it is stored, packed or not. */
  bytes: Uint8Array;
}

/** What a file says of itself. `type`: 1 vector, 2 PNG, 3 JPEG, 4 WebP. Compression: 1 none, 2 gzip, 3 brotli, 4 zstd. */
export interface PmtilesHead {
  type: number;
  tileCompression: number;
  bounds: { west: number; south: number; east: number; north: number };
  metadata: object;
}

const headerBytes = 127;

/** The directory of tiles that lie one after another. */
function directoryOf(tiles: readonly { id: number; bytes: Uint8Array }[]): Uint8Array {
  const out = new PbfWriter();
  out.writeVarint(tiles.length);
  let last = 0;
  for (const { id } of tiles) {
    out.writeVarint(id - last);
    last = id;
  }
  for (const _ of tiles) out.writeVarint(1);
  for (const { bytes } of tiles) out.writeVarint(bytes.length);
  // 0: right behind the one before; others are one more than the offset.
  for (const index of tiles.keys()) out.writeVarint(index === 0 ? 1 : 0);
  return out.finish();
}

/** Writes a PMTiles file of version 3 with one directory; for as many tiles as it takes to try a map. */
export function pmtilesFile(
  placed: readonly PlacedTile[],
  { type, tileCompression, bounds, metadata }: PmtilesHead,
): Buffer {
  const tiles = placed
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .toSorted((a, b) => a.id - b.id);
  const zooms = placed.map(({ z }) => z);
  const root = gzipSync(directoryOf(tiles));
  const json = gzipSync(JSON.stringify(metadata));
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const dataAt = headerBytes + root.length + json.length;
  const places = [
    headerBytes,
    root.length,
    headerBytes + root.length,
    json.length,
    dataAt,
    0,
    dataAt,
    data.length,
    tiles.length,
    tiles.length,
    tiles.length,
  ];
  for (const [index, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  header.set([1, 2, tileCompression, type, Math.min(...zooms), Math.max(...zooms)], 96);
  const { west, south, east, north } = bounds;
  for (const [index, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  header[118] = Math.max(...zooms);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, root, json, data]);
}
