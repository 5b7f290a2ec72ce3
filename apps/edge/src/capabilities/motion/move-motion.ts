import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  cellsOfSecond,
  emptyHour,
  isHour,
  levelOfSecond,
  mendMinutes,
  noteSecond,
  secondRange,
} from '@sightline/media/motion-index/motion-hour';
import { listMotionHours, motionPath } from './motion-files.ts';

interface MotionMove {
  cameraId: string;
  fromUtcMs: number;
  untilUtcMs: number;
  byMs: number;
}

/**
 * Says the motion of a range at other times, beside what is known of those. `forgets`: it was not where it is said; otherwise it stays there
 * as well, because what was there before cannot be told from it. May be done again after it was cut short.
 */
export async function moveMotion(volume: string, move: MotionMove, forgets: boolean): Promise<void> {
  const { cameraId, fromUtcMs, untilUtcMs, byMs } = move;
  const shiftS = Math.round(byMs / 1000);
  const [firstS, lastS] = [Math.floor(fromUtcMs / 1000), Math.floor(untilUtcMs / 1000)];
  const hours = await listMotionHours(volume, cameraId, { fromUtcMs, toUtcMs: untilUtcMs + 1 });
  // One after another from the far end, so that what was said is not moved again where the ranges touch.
  for (const hour of byMs < 0 ? hours.toReversed() : hours) {
    const source = await readHour(volume, cameraId, hour);
    if (source === null) continue;
    const known = Uint8Array.from(source);
    const targets = new Map<number, Uint8Array>();
    for (let second = 0; second < 3600; second++) {
      const at = hour * 3600 + second;
      const level = levelOfSecond(known, second);
      if (level === null || at < firstS || at > lastS) continue;
      const cells = known.slice(cellsOfSecond(second), secondRange(second).to);
      const targetHour = Math.floor((at + shiftS) / 3600);
      const target =
        targetHour === hour
          ? source
          : (targets.get(targetHour) ?? (await readHour(volume, cameraId, targetHour)) ?? emptyHour(targetHour));
      targets.set(targetHour, target);
      if (forgets) source.fill(0, secondRange(second).from, secondRange(second).to);
      noteSecond(target, at + shiftS - targetHour * 3600, { level, cells });
    }
    for (const [targetHour, bytes] of targets) await writeHour(volume, { cameraId, hour: targetHour, bytes });
    if (forgets) await writeHour(volume, { cameraId, hour, bytes: source });
  }
}

async function readHour(volume: string, cameraId: string, hour: number): Promise<Uint8Array | null> {
  try {
    const bytes = await readFile(motionPath(volume, cameraId, hour));
    if (!isHour(bytes, hour)) return null;
    const whole = emptyHour(hour);
    whole.set(bytes.subarray(0, whole.length));
    return whole;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeHour(
  volume: string,
  { cameraId, hour, bytes }: { cameraId: string; hour: number; bytes: Uint8Array },
): Promise<void> {
  const path = motionPath(volume, cameraId, hour);
  mendMinutes(bytes);
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  try {
    await writeFile(`${path}.new`, bytes, { mode: 0o640 });
    await rename(`${path}.new`, path);
  } catch (error) {
    await rm(`${path}.new`, { force: true });
    throw error;
  }
}
