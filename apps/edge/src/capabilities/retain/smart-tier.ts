import { readFile } from 'node:fs/promises';
import { countShared } from '@sightline/media/motion-index/motion-cells';
import { cellsOfSecond, hourMs, isHour, levelOfSecond } from '@sightline/media/motion-index/motion-hour';
import { movingLevel } from '../motion/moving-level.ts';
import { motionPath } from '../motion/motion-files.ts';

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

/** Between two keyframes nobody looks while all is quiet; longer than this, nobody looked at all. */
const unseenMs = 15_000;

/**
 * In which files something happened: motion that counts, or an event. **What nobody looked at counts as well**: an analysis that was
 * off, away or behind must not let go of the only footage of what happened meanwhile.
 */
export async function assessTiers({
  volume,
  cameraId,
  files,
  cells,
  events,
}: TierQuestion): Promise<Map<string, boolean>> {
  const read = hourReader(volume, cameraId);
  const tiers = new Map<string, boolean>();
  for (const file of files) {
    const hasEvent = events.some(({ fromUtcMs, toUtcMs }) => fromUtcMs < file.endUtcMs && toUtcMs >= file.startUtcMs);
    tiers.set(file.path, hasEvent || (await mayHaveMotion(file, { read, cells })));
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

/** Something that counts moved, or a part of the file was not looked at; of a short one something must be known. */
async function mayHaveMotion(
  { startUtcMs, endUtcMs }: TierFile,
  { read, cells }: { read: ReadHour; cells: Uint8Array | null },
): Promise<boolean> {
  const unseenLimitMs = Math.min(unseenMs, endUtcMs - startUtcMs);
  let seenUtcMs = startUtcMs;
  for (let at = Math.floor(startUtcMs / 1000) * 1000; at < endUtcMs; at += 1000) {
    const hour = Math.floor(at / hourMs);
    const bytes = await read(hour);
    const second = (at - hour * hourMs) / 1000;
    const level = bytes === null ? null : levelOfSecond(bytes, second);
    if (bytes === null || level === null) {
      if (Math.min(at + 1000, endUtcMs) - seenUtcMs >= unseenLimitMs) return true;
      continue;
    }
    seenUtcMs = at + 1000;
    if (level >= movingLevel && (cells === null || countShared(cells, bytes, cellsOfSecond(second)) > 0)) return true;
  }
  return false;
}
