import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@sightline/contracts/shared/errors';
import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { bytesToHeader, Compression, TileType, type Header } from 'pmtiles';
import { mapAttribution } from './map-attribution.ts';

const headerBytes = 127;
const metadataBytes = 4_194_304;
const deepestZoom = 30;
const inflate = promisify(gunzip);

const tileTypes = new Map<TileType, StreetMap['tiles']>([
  [TileType.Mvt, 'vector'],
  [TileType.Png, 'png'],
  [TileType.Jpeg, 'jpeg'],
  [TileType.Webp, 'webp'],
]);
/** What browsers unpack by themselves. */
const isKnown = (compression: Compression): boolean =>
  compression === Compression.None || compression === Compression.Gzip;

/** Reads exactly these bytes. Throws `street_map_cut` where the file ends before. */
export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new AppError('street_map_cut');
    done += bytesRead;
  }
  return bytes;
}

function areZoomsAndBounds({ minZoom, maxZoom, minLon, maxLon, minLat, maxLat }: Header): boolean {
  return (
    maxZoom <= deepestZoom &&
    minZoom <= maxZoom &&
    minLon >= -180 &&
    maxLon <= 180 &&
    minLon < maxLon &&
    minLat >= -90 &&
    maxLat <= 90 &&
    minLat < maxLat
  );
}

async function readHeader(file: FileHandle, bytes: number): Promise<Header> {
  if (bytes < headerBytes) throw new AppError('street_map_unreadable');
  const head = await readBytes(file, 0, headerBytes);
  if (head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3) throw new AppError('street_map_unreadable');
  const header = bytesToHeader(new Uint8Array(head).buffer);
  if (!areZoomsAndBounds(header)) throw new AppError('street_map_unreadable');
  const ends = [
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  ];
  // The commonest fault: a download, or a copy, that broke off.
  if (ends.some((end) => end > bytes)) throw new AppError('street_map_cut');
  return header;
}

async function readMetadata(file: FileHandle, header: Header): Promise<Record<string, unknown>> {
  if (header.jsonMetadataLength === 0) return {};
  if (header.jsonMetadataLength > metadataBytes) throw new AppError('street_map_unreadable');
  const packed = await readBytes(file, header.jsonMetadataOffset, header.jsonMetadataLength);
  try {
    const text =
      header.internalCompression === Compression.Gzip
        ? await inflate(packed, { maxOutputLength: metadataBytes })
        : packed;
    const parsed = JSON.parse(text.toString('utf8')) as unknown;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch (error) {
    throw new AppError('street_map_unreadable', {}, { cause: error });
  }
}

function layersOf(metadata: Record<string, unknown>): string[] {
  const layers = Array.isArray(metadata.vector_layers) ? (metadata.vector_layers as unknown[]) : [];
  return layers.flatMap((layer) => {
    const id = typeof layer === 'object' && layer !== null ? (layer as { id?: unknown }).id : undefined;
    return typeof id === 'string' ? [id.slice(0, 100)] : [];
  });
}

/** What is known of a file. Throws `street_map_unreadable`, `street_map_cut` or `street_map_unsupported`. */
export async function describeFile(file: FileHandle, about: { version: string; bytes: number }): Promise<StreetMap> {
  const header = await readHeader(file, about.bytes);
  const tiles = tileTypes.get(header.tileType);
  if (tiles === undefined || !isKnown(header.internalCompression) || !isKnown(header.tileCompression))
    throw new AppError('street_map_unsupported');
  const metadata = await readMetadata(file, header);
  return {
    ...about,
    tiles,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    attribution: mapAttribution(metadata.attribution),
    layers: tiles === 'vector' ? layersOf(metadata) : [],
  };
}
