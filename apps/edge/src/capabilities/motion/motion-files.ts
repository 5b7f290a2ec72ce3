import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '@sightline/media/motion-index/motion-hour';

/** Folder of a camera's motion index. */
export const motionFolder = (volume: string, cameraId: string): string => join(volume, 'motion', cameraId);

/** `<volume>/motion/<cameraId>/<yyyy-mm-dd>/<HH>.mot` of an hour (hours since 1970, UTC). */
export function motionPath(volume: string, cameraId: string, hour: number): string {
  const iso = new Date(hour * hourMs).toISOString();
  return join(motionFolder(volume, cameraId), iso.slice(0, 10), `${iso.slice(11, 13)}.mot`);
}

/** Hours of a camera that have a file and touch the range, newest first. */
export async function listMotionHours(
  volume: string,
  cameraId: string,
  range: { fromUtcMs: number; toUtcMs: number },
): Promise<number[]> {
  const folder = motionFolder(volume, cameraId);
  const first = Math.floor(range.fromUtcMs / hourMs);
  const last = Math.ceil(range.toUtcMs / hourMs) - 1;
  const days = (await entriesOf(folder)).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).toSorted();
  const hours: number[] = [];
  for (const day of days.toReversed()) {
    const midnight = Date.parse(`${day}T00:00:00Z`) / hourMs;
    if (midnight > last || midnight + 23 < first) continue;
    for (const name of (await entriesOf(join(folder, day))).toSorted().toReversed()) {
      const hour = /^\d\d\.mot$/.test(name) ? midnight + Number(name.slice(0, 2)) : Number.NaN;
      if (hour >= first && hour <= last) hours.push(hour);
    }
  }
  return hours;
}

/** Deletes the hours that ended at or before the instant, and folders that are empty then. */
export async function removeMotionBefore(volume: string, cameraId: string, utcMs: number): Promise<void> {
  const hours = await listMotionHours(volume, cameraId, { fromUtcMs: 0, toUtcMs: Math.min(utcMs, 8e14) });
  const folders = new Set<string>();
  for (const hour of hours) {
    if ((hour + 1) * hourMs > utcMs) continue;
    const path = motionPath(volume, cameraId, hour);
    await rm(path, { force: true });
    folders.add(join(path, '..'));
  }
  for (const folder of folders) await removeEmpty(folder);
  await removeEmpty(motionFolder(volume, cameraId));
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    // Something is left in it, or it never was: both are fine.
    if (!['ENOTEMPTY', 'ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
