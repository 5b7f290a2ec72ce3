import { statfs } from 'node:fs/promises';
import { floorBytesOf } from '../../platform/footage-floor.ts';
import {
  bytesBelow,
  floorBeside,
  isShared,
  minFreeBytes,
  SoftwareRoom,
} from '../../platform/software/software-room.ts';

/** What exports take of their disk, and may take, all of them together. */
export interface ExportRoom {
  heldBytes: number;
  mayHoldBytes: number;
  /** Footage, or what else lies on that disk, would have to go for what exports hold. */
  isTooMuch: boolean;
}

/** The disk on which exports are written, in bytes. */
export interface ExportDisk {
  freeBytes: number;
  /** What footage leaves free of it. */
  floorBytes: number;
  softwareBytes: number;
  heldBytes: number;
  /** Footage lies on it too. */
  isShared: boolean;
}

/** This much above the last line an export ends: recording is faster than anybody looks. */
const marginOf = (floorBytes: number): number => floorBytes / 20;

/**
 * How much exports may take without footage having to go before its time: the reserve that footage leaves free, or what is free anyhow.
 * On a disk of their own they leave as little free as on that of the footage.
 */
export function roomForExports({
  freeBytes,
  floorBytes,
  softwareBytes,
  heldBytes,
  isShared: isBesideFootage,
}: ExportDisk): ExportRoom {
  const minFree = minFreeBytes(floorBytes);
  const reserve = isBesideFootage ? floorBeside(floorBytes, softwareBytes) - minFree : 0;
  const spare = freeBytes + heldBytes - minFree - marginOf(floorBytes);
  return {
    heldBytes,
    mayHoldBytes: Math.max(0, reserve, spare),
    isTooMuch: heldBytes > reserve && freeBytes < minFree + marginOf(floorBytes) / 2,
  };
}

/** Looks at the disk on which exports are written. */
export function openExportRoom(folders: {
  exportFolder: string;
  volume: string;
  softwareFolder: string | null;
}): () => Promise<ExportRoom> {
  const { exportFolder, volume, softwareFolder } = folders;
  const software = softwareFolder === null ? null : new SoftwareRoom(softwareFolder, volume);
  return async () => {
    const [isBeside, heldBytes, { bavail, bsize }] = await Promise.all([
      isShared(exportFolder, volume).catch(() => false),
      bytesBelow(exportFolder),
      statfs(exportFolder),
    ]);
    const softwareBytes = isBeside ? ((await software?.bytes().catch(() => 0)) ?? 0) : 0;
    return roomForExports({
      freeBytes: bavail * bsize,
      floorBytes: floorBytesOf(exportFolder),
      softwareBytes,
      heldBytes,
      isShared: isBeside,
    });
  };
}
