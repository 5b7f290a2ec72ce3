import { createHash } from 'node:crypto';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import { streetMapRangeBytes, type StreetMapInfo } from '@sightline/contracts/street-map/street-map';
import { readRange } from '../../platform/http/byte-range.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import type { Log } from '../../platform/log/log.ts';
import { describeFile, readBytes } from './street-map-file.ts';

/** Where the map is looked for: a file that was named, or else the last by name of the `*.pmtiles` in the folder. */
export interface StreetMapDeps {
  file: string | null;
  folder: string;
  log: Log;
}

/** The map of streets that whoever runs the installation gave it. */
export type StreetMapService = ReturnType<typeof createStreetMapService>;

interface OpenMap {
  file: FileHandle;
  version: string;
  bytes: number;
}

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');

async function pathOf({ file, folder }: StreetMapDeps): Promise<string | null> {
  if (file !== null) return file;
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const last = names
    .filter((name) => name.endsWith('.pmtiles'))
    .toSorted()
    .at(-1);
  return last === undefined ? null : join(folder, last);
}

/** Opens what is there now, so that everything that is read belongs to one content; null where there is none. */
async function openMap(deps: StreetMapDeps): Promise<OpenMap | null> {
  const path = await pathOf(deps);
  if (path === null) return null;
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new AppError(isAbsent(error) ? 'street_map_missing' : 'street_map_unreadable', {}, { cause: error });
  });
  const { ino, size, mtimeMs } = await file.stat();
  const version = createHash('sha256').update(`${path}\n${ino}\n${size}\n${mtimeMs}`).digest('base64url').slice(0, 22);
  return { file, version, bytes: size };
}

async function readPart({ file, version, bytes }: OpenMap, rangeHeader: string | undefined): Promise<ByteAnswer> {
  const range = readRange(rangeHeader, bytes);
  if (range === null || range === 'unsatisfiable' || range.end - range.start >= streetMapRangeBytes)
    throw new AppError('range_unsatisfiable', { bytes, rangeBytes: streetMapRangeBytes });
  const { start, end } = range;
  const headers = {
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${bytes}`,
    etag: `"${version}"`,
    // The version is in the address: what is behind it stays what it is.
    'cache-control': 'private, max-age=31536000, immutable',
  };
  return { status: 206, headers, body: await readBytes(file, start, end - start + 1) };
}

/** Finds the map at each question anew: one that was put there, replaced or taken away while the server runs is noticed. */
export function createStreetMapService(deps: StreetMapDeps) {
  let known: { version: string; info: StreetMapInfo } | undefined;
  let said: ErrorCode | null = null;

  const refused = (error: unknown): StreetMapInfo => {
    const problem: ErrorCode = error instanceof AppError ? error.code : 'street_map_unreadable';
    // Once, not with every person who opens the map.
    if (said !== problem)
      deps.log.warn({ err: error, file: deps.file ?? deps.folder }, 'the street map cannot be used');
    said = problem;
    return { map: null, problem };
  };

  const infoOf = async (opened: OpenMap): Promise<StreetMapInfo> => {
    if (known?.version === opened.version) return known.info;
    const { file, version, bytes } = opened;
    const info = await describeFile(file, { version, bytes }).then((map) => ({ map, problem: null }), refused);
    if (info.map !== null) said = null;
    known = { version, info };
    return info;
  };

  return {
    get: async (): Promise<StreetMapInfo> => {
      let opened: OpenMap | null = null;
      try {
        opened = await openMap(deps);
        return opened === null ? { map: null, problem: null } : await infoOf(opened);
      } catch (error) {
        return refused(error);
      } finally {
        await opened?.file.close();
      }
    },

    /** Throws `not_found` without a map, `street_map_changed` for another version, `range_unsatisfiable`. */
    read: async (version: string, rangeHeader: string | undefined): Promise<ByteAnswer> => {
      const opened = await openMap(deps).catch(() => null);
      try {
        if (opened === null || (await infoOf(opened)).map === null) throw new AppError('not_found');
        if (opened.version !== version) throw new AppError('street_map_changed');
        return await readPart(opened, rangeHeader);
      } finally {
        await opened?.file.close();
      }
    },
  };
}
