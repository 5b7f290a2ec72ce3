import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '@sightline/media/motion-index/motion-hour';

/** Files beside the footage, one for each camera and hour (hours since 1970, UTC). */
export class HourFiles {
  readonly #name: string;
  readonly #ending: string;

  /** `name` of their folder on the volume, and how the files' names end. */
  constructor(name: string, ending: string) {
    this.#name = name;
    this.#ending = ending;
  }

  folder(volume: string, cameraId: string): string {
    return join(volume, this.#name, cameraId);
  }

  /** `<volume>/<name>/<cameraId>/<yyyy-mm-dd>/<HH>.<ending>` of an hour. */
  path(volume: string, cameraId: string, hour: number): string {
    const iso = new Date(hour * hourMs).toISOString();
    return join(this.folder(volume, cameraId), iso.slice(0, 10), `${iso.slice(11, 13)}.${this.#ending}`);
  }

  /** Cameras that have any. */
  cameras(volume: string): Promise<string[]> {
    return entriesOf(join(volume, this.#name));
  }

  /** Hours of a camera that have a file and touch the range, newest first. */
  async list(volume: string, cameraId: string, range: { fromUtcMs: number; toUtcMs: number }): Promise<number[]> {
    const folder = this.folder(volume, cameraId);
    const first = Math.floor(range.fromUtcMs / hourMs);
    const last = Math.ceil(range.toUtcMs / hourMs) - 1;
    const named = new RegExp(`^\\d\\d\\.${this.#ending}$`);
    const days = (await entriesOf(folder)).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).toSorted();
    const hours: number[] = [];
    for (const day of days.toReversed()) {
      const midnight = Date.parse(`${day}T00:00:00Z`) / hourMs;
      if (midnight > last || midnight + 23 < first) continue;
      for (const name of (await entriesOf(join(folder, day))).toSorted().toReversed()) {
        const hour = named.test(name) ? midnight + Number(name.slice(0, 2)) : Number.NaN;
        if (hour >= first && hour <= last) hours.push(hour);
      }
    }
    return hours;
  }

  /** How large the file of an hour is; 0 without one. */
  async bytes(volume: string, cameraId: string, hour: number): Promise<number> {
    try {
      return (await stat(this.path(volume, cameraId, hour))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  }

  /** Deletes the hours that ended at or before the instant, and folders that are empty then. */
  async removeBefore(volume: string, cameraId: string, utcMs: number): Promise<void> {
    const hours = await this.list(volume, cameraId, { fromUtcMs: 0, toUtcMs: Math.min(utcMs, 8e14) });
    const folders = new Set<string>();
    for (const hour of hours) {
      if ((hour + 1) * hourMs > utcMs) continue;
      const path = this.path(volume, cameraId, hour);
      await rm(path, { force: true });
      folders.add(join(path, '..'));
    }
    for (const folder of folders) await removeEmpty(folder);
    await removeEmpty(this.folder(volume, cameraId));
  }

  /** Deletes what is from before `kept`, and all of cameras that are not in it. */
  async prune(volume: string, kept: ReadonlyMap<string, number>): Promise<void> {
    for (const cameraId of await this.cameras(volume)) {
      const fromUtcMs = kept.get(cameraId);
      if (fromUtcMs === undefined) await rm(this.folder(volume, cameraId), { recursive: true, force: true });
      else await this.removeBefore(volume, cameraId, fromUtcMs);
    }
  }
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
