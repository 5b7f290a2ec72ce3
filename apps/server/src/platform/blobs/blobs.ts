import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { isDiskFull } from '../disk/disk-full.ts';

export interface BlobInfo {
  bytes: number;
  modifiedAtUtcMs: number;
}

/** Files of the server by key: `o/<organization>/<kind>/...`. Keys are made by us, never by callers. */
export interface Blobs {
  /** Fails with `server_disk_full` when so much does not fit beside what the database is left. `put` and `moveIn` ask by themselves. */
  requireRoom(bytes: number): Promise<void>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Uint8Array | null>;
  /** A part of a blob, both ends included. */
  stream(key: string, range: { start: number; end: number }): NodeJS.ReadableStream;
  /** Takes over a finished local file, all of it or nothing. */
  moveIn(localPath: string, key: string): Promise<void>;
  stat(key: string): Promise<BlobInfo | null>;
  remove(key: string): Promise<void>;
  /** Names directly below a folder; none when there is no such folder. */
  children(folder: string): Promise<string[]>;
  /** Removes a folder with everything in it. */
  removeAll(folder: string): Promise<void>;
  /** Folder on the same disk for files that are not finished yet. */
  draftFolder: string;
}

function noneIfAbsent(error: unknown): [] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}

async function infoOf(path: string): Promise<BlobInfo | null> {
  try {
    const found = await stat(path);
    return { bytes: found.size, modifiedAtUtcMs: found.mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function orFull(error: unknown): never {
  throw isDiskFull(error) && !(error instanceof AppError)
    ? new AppError('server_disk_full', {}, { cause: error })
    : error;
}

/** Files stop here, so that the database on the same disk goes on: people sign in and watch. */
const usualKeptFreeBytes = 200_000_000;

export async function openDiskBlobs(
  folder: string,
  { keptFreeBytes = usualKeptFreeBytes }: { keptFreeBytes?: number } = {},
): Promise<Blobs> {
  const root = join(folder, 'objects');
  const draftFolder = join(folder, 'drafts');
  await mkdir(root, { recursive: true });
  await mkdir(draftFolder, { recursive: true });
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const info = (key: string): Promise<BlobInfo | null> => infoOf(join(root, key));
  const requireRoom = async (bytes: number): Promise<void> => {
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize < bytes + keptFreeBytes) throw new AppError('server_disk_full');
  };
  return {
    draftFolder,
    requireRoom,
    put: async (key, bytes) => {
      await requireRoom(bytes.length);
      await disk.put(key, bytes).catch(orFull);
    },
    read: async (key) => {
      try {
        return await disk.getBytes(key);
      } catch (error) {
        if (error instanceof errors.E_CANNOT_READ_FILE && (await info(key)) === null) return null;
        throw error;
      }
    },
    stream: (key, range) => createReadStream(join(root, key), range),
    moveIn: async (localPath, key) => {
      await requireRoom(0);
      await disk.moveFromFs(localPath, key).catch(orFull);
    },
    stat: info,
    remove: (key) => disk.delete(key),
    children: (folder) => readdir(join(root, folder)).catch(noneIfAbsent),
    removeAll: (folder) => rm(join(root, folder), { recursive: true, force: true }),
  };
}
