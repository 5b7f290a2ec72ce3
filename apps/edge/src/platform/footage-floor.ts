import { statfsSync } from 'node:fs';

const gib = 1024 ** 3;

/**
 * A twentieth of the disk stays free, at least 1 GiB (or a quarter of a small disk) and at most 20: the store, exports and the
 * system need room as well. What they take of it is not made up for by footage (`floorBeside`).
 */
export function floorBytesOf(volume: string): number {
  const { blocks, bsize } = statfsSync(volume);
  const total = blocks * bsize;
  return Math.min(Math.max(total / 20, Math.min(gib, total / 4)), 20 * gib);
}
