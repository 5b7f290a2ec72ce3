import { open } from 'node:fs/promises';
import type { MotionHeat, MotionMatches } from '@sightline/contracts/events/motion';
import { cellsFromHex } from '@sightline/media/motion-index/motion-cells';
import { createMotionHeat } from '@sightline/media/motion-index/motion-heat';
import { headBytes, hourBytes, isHour } from '@sightline/media/motion-index/motion-hour';
import { createMotionLevels } from '@sightline/media/motion-index/motion-levels';
import { createMotionSearch } from '@sightline/media/motion-index/motion-search';
import { AppError } from '@sightline/contracts/shared/errors';
import { listMotionHours, motionPath } from '../motion/motion-files.ts';

export interface MotionAsk {
  volume: string;
  cameraId: string;
  fromUtcMs: number;
  toUtcMs: number;
}

export interface MotionSearchAsk extends MotionAsk {
  /** 36 hex digits, see `motionCells`. */
  cells: string;
  minLevel: number;
  quietMs: number;
  limit: number;
}

/** Runs of seconds in which something moved in the asked cells, newest first. Reads files without holding up the process. */
export async function searchMotion({ volume, cameraId, ...ask }: MotionSearchAsk): Promise<MotionMatches> {
  const cells = cellsFromHex(ask.cells);
  if (cells === null) throw new AppError('validation_failed', { field: 'cells' });
  const search = createMotionSearch({ ...ask, cells });
  const buffer = Buffer.allocUnsafe(hourBytes);
  for (const hour of await listMotionHours(volume, cameraId, ask)) {
    const isFull = await withHour(motionPath(volume, cameraId, hour), async (read) => {
      const head = await read(buffer, headBytes);
      if (!isHour(head, hour)) return false;
      if (search.needs(head)) return search.add(await read(buffer, hourBytes), hour);
      search.skip(head, hour);
      return false;
    });
    if (isFull === true) break;
  }
  const { items, knownMs, nextToUtcMs } = search.result();
  return { items, knownMs, nextToUtcMs };
}

/** How long something moved in each cell of the picture. */
export async function readMotionHeat({
  volume,
  cameraId,
  ...query
}: MotionAsk & { minLevel: number }): Promise<MotionHeat> {
  const heat = createMotionHeat(query);
  const buffer = Buffer.allocUnsafe(hourBytes);
  for (const hour of await listMotionHours(volume, cameraId, query)) {
    await withHour(motionPath(volume, cameraId, hour), async (read) => {
      const bytes = await read(buffer, hourBytes);
      if (isHour(bytes, hour)) heat.add(bytes, hour);
    });
  }
  const { movedMs, knownMs } = heat.result();
  return { movedMs: movedMs.map(Math.round), knownMs: Math.round(knownMs) };
}

/** Highest motion level per bucket of a range, null where it is not known; empty when this camera was never analysed. */
export async function readMotionLevels({
  volume,
  cameraId,
  ...range
}: MotionAsk & { bucketMs: number }): Promise<(number | null)[]> {
  const hours = await listMotionHours(volume, cameraId, range);
  const levels = createMotionLevels(range);
  const buffer = Buffer.allocUnsafe(hourBytes);
  for (const hour of hours) {
    await withHour(motionPath(volume, cameraId, hour), async (read) => {
      const bytes = await read(buffer, levels.needsSeconds ? hourBytes : headBytes);
      if (isHour(bytes, hour)) levels.add(bytes, hour);
    });
  }
  if (hours.length > 0) return levels.levels();
  const any = await listMotionHours(volume, cameraId, { fromUtcMs: 0, toUtcMs: 8e14 });
  return any.length > 0 ? levels.levels() : [];
}

type ReadBytes = (buffer: Buffer, bytes: number) => Promise<Buffer>;

/** Answers null when retention took the file meanwhile. */
async function withHour<T>(path: string, work: (read: ReadBytes) => Promise<T>): Promise<T | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    return await work(async (buffer, bytes) => buffer.subarray(0, (await file.read(buffer, 0, bytes, 0)).bytesRead));
  } finally {
    await file.close();
  }
}
