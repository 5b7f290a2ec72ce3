import { readFile } from 'node:fs/promises';
import { countShared } from '@sightline/media/motion-index/motion-cells';
import { cellsOfSecond, HOUR_MS, isHour, levelOfSecond } from '@sightline/media/motion-index/motion-hour';
import { movingLevel } from '../analyse/analysis-pace.ts';
import { motionPath } from '../analyse/motion-files.ts';

/** A file of footage whose tier is asked for. Instants are UTC ms. */
export interface TierFile {
  path: string;
  startUtcMs: number;
  endUtcMs: number;
}

export interface TierQuestion {
  volume: string;
  cameraId: string;
  files: readonly TierFile[];
  /** Cells of the motion grid that count, 18 bytes; null: all. */
  cells: Uint8Array | null;
  /** When things were followed, those that still are included. */
  events: readonly { fromUtcMs: number; toUtcMs: number }[];
}

/**
 * In which files something happened: motion that counts, or an event. Time of which nothing is known says no: what nobody looked at
 * is kept for the regular days.
 */
export async function judgeTiers({ volume, cameraId, files, cells, events }: TierQuestion): Promise<Map<string, boolean>> {
  const read = hourReader(volume, cameraId);
  const tiers = new Map<string, boolean>();
  for (const file of files) {
    const hasEvent = events.some(({ fromUtcMs, toUtcMs }) => fromUtcMs < file.endUtcMs && toUtcMs >= file.startUtcMs);
    tiers.set(file.path, hasEvent || (await hasMotion(file, { read, cells })));
  }
  return tiers;
}

type ReadHour = (hour: number) => Promise<Uint8Array | null>;

/** Files come by time: one hour is read once. */
function hourReader(volume: string, cameraId: string): ReadHour {
  let last: { hour: number; bytes: Uint8Array | null } | null = null;
  return async (hour) => {
    if (last?.hour !== hour) last = { hour, bytes: await readHour(motionPath(volume, cameraId, hour), hour) };
    return last.bytes;
  };
}

async function readHour(path: string, hour: number): Promise<Uint8Array | null> {
  try {
    const bytes = await readFile(path);
    return isHour(bytes, hour) ? bytes : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function hasMotion({ startUtcMs, endUtcMs }: TierFile, { read, cells }: { read: ReadHour; cells: Uint8Array | null }): Promise<boolean> {
  for (let at = Math.floor(startUtcMs / 1000) * 1000; at < endUtcMs; at += 1000) {
    const hour = Math.floor(at / HOUR_MS);
    const bytes = await read(hour);
    if (bytes === null) {
      // Nothing is known of the rest of this hour.
      at = (hour + 1) * HOUR_MS - 1000;
      continue;
    }
    const second = (at - hour * HOUR_MS) / 1000;
    if ((levelOfSecond(bytes, second) ?? 0) < movingLevel) continue;
    if (cells === null || countShared(cells, bytes, cellsOfSecond(second)) > 0) return true;
  }
  return false;
}
