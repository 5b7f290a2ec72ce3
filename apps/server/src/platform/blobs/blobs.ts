import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export interface BlobInfo {
  bytes: number;
  modifiedAtUtcMs: number;
}

/** Files of the server by key: `o/<organization>/<kind>/...`. Keys are made by us, never by callers. */
export interface Blobs {
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

export async function openDiskBlobs(folder: string): Promise<Blobs> {
  const root = join(folder, 'objects');
  const draftFolder = join(folder, 'drafts');
  await mkdir(root, { recursive: true });
  await mkdir(draftFolder, { recursive: true });
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  const info = async (key: string): Promise<BlobInfo | null> => {
    try {
      const found = await stat(join(root, key));
      return { bytes: found.size, modifiedAtUtcMs: found.mtimeMs };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    draftFolder,
    put: (key, bytes) => disk.put(key, bytes),
    read: async (key) => {
      try {
        return await disk.getBytes(key);
      } catch (error) {
        if (error instanceof errors.E_CANNOT_READ_FILE && (await info(key)) === null) return null;
        throw error;
      }
    },
    stream: (key, range) => createReadStream(join(root, key), range),
    moveIn: (localPath, key) => disk.moveFromFs(localPath, key),
    stat: info,
    remove: (key) => disk.delete(key),
    children: (folder) => readdir(join(root, folder)).catch(noneIfAbsent),
    removeAll: (folder) => rm(join(root, folder), { recursive: true, force: true }),
  };
}
