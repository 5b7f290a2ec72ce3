import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { motionFolder, removeMotionBefore } from '../motion/motion-files.ts';

/** What a store knows of one stream of a camera. */
export interface MotionOwner {
  cameraId: string;
  retentionDays: number;
  /** Start of its oldest footage, or null without any. */
  oldestUtcMs: number | null;
}

const dayMs = 86_400_000;

/** Since when each camera's motion is kept: as long as its days, and never longer than footage that it leads to. */
export function keptMotion(owners: readonly MotionOwner[], nowUtcMs: number): Map<string, number> {
  const kept = new Map<string, number>();
  for (const [cameraId, streams] of Map.groupBy(owners, (owner) => owner.cameraId)) {
    const oldest = streams.flatMap((stream) => stream.oldestUtcMs ?? []);
    const days = Math.max(...streams.map((stream) => stream.retentionDays));
    kept.set(cameraId, Math.max(nowUtcMs - days * dayMs, ...(oldest.length > 0 ? [Math.min(...oldest)] : [])));
  }
  return kept;
}

/** Deletes motion files from before `kept`, and all of cameras that are not in it any more. */
export async function pruneMotion(volume: string, kept: ReadonlyMap<string, number>): Promise<void> {
  for (const cameraId of await camerasWithMotion(volume)) {
    const fromUtcMs = kept.get(cameraId);
    if (fromUtcMs === undefined) await rm(motionFolder(volume, cameraId), { recursive: true, force: true });
    else await removeMotionBefore(volume, cameraId, fromUtcMs);
  }
}

async function camerasWithMotion(volume: string): Promise<string[]> {
  try {
    return await readdir(join(volume, 'motion'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
