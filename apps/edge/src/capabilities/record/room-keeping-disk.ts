import { statfs } from 'node:fs/promises';
import type { Disk } from '../footage/disk.ts';

export interface RoomKeepingDeps {
  disk: Disk;
  volume: string;
  /** For tests; else the volume's own figures, in bytes. */
  room?: () => Promise<{ freeBytes: number; totalBytes: number }>;
}

/** Beyond what a store that throws its ballast away on a full disk gets by it: footage must not take that. */
const maxReservedBytes = 64 * 1024 * 1024;
const checkMs = 200;

/** What footage leaves free of a disk in any case. */
const reservedBytes = (totalBytes: number): number => Math.min(maxReservedBytes, totalBytes / 8);

/**
 * A disk whose last room is not for footage: writing more fails as on a full disk, while the store, which lies on the same disk mostly,
 * can still be written. Whoever must delete footage to go on writes as well.
 */
export function keepingRoom({ disk, volume, room = () => roomOf(volume) }: RoomKeepingDeps): Disk {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let isFull = false;
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    // A disk that cannot be asked says by itself what is wrong with it.
    const { freeBytes, totalBytes } = await room().catch(() => ({ freeBytes: Infinity, totalBytes: 0 }));
    isFull = freeBytes < reservedBytes(totalBytes);
    checkedAtMs = performance.now();
  };
  const requireRoom = async (): Promise<void> => {
    if (performance.now() - checkedAtMs > checkMs) await (checking ??= check().finally(() => (checking = null)));
    if (isFull)
      throw Object.assign(new Error('the disk is full but for what the core needs itself'), { code: 'ENOSPC' });
  };
  return {
    makeDirectory: (path) => disk.makeDirectory(path),
    open: (path) => disk.open(path),
    sync: (file) => disk.sync(file),
    syncDirectory: (path) => disk.syncDirectory(path),
    truncate: (file, bytes) => disk.truncate(file, bytes),
    close: (file) => disk.close(file),
    remove: (path) => disk.remove(path),
    rename: (path, to) => disk.rename(path, to),
    isAway: () => disk.isAway(),
    create: (path) => requireRoom().then(() => disk.create(path)),
    write: (file, deps, position) => requireRoom().then(() => disk.write(file, deps, position)),
  };
}

async function roomOf(volume: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(volume);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
