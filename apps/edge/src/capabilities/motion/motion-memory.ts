import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import type { MotionPicture } from '../recognise/recogniser.ts';

/** What is older says nothing of the picture that is looked at. */
const maxAgeMs = 2_500;
const cellCount = motionColumns * motionRows;

/** Nothing moved. Shared: not to be changed. */
export const quietMotion: MotionPicture = { level: 0, cells: new Uint8Array(cellCount), isGlobal: false };

/** What moved since the detector looked last: it sees fewer pictures than are compared. */
export interface MotionMemory {
  add(motion: MotionPicture, atUtcMs: number): void;
  /** Everything since the last call, the highest of each cell. */
  take(): MotionPicture;
}

/** Makes the memory of one camera. */
export function createMotionMemory(): MotionMemory {
  let kept: MotionPicture | null = null;
  let sinceUtcMs = 0;
  return {
    add({ level, cells, isGlobal }, atUtcMs) {
      if (kept === null || Math.abs(atUtcMs - sinceUtcMs) > maxAgeMs) {
        sinceUtcMs = atUtcMs;
        kept = { level, cells: cells.slice(), isGlobal };
        return;
      }
      for (let cell = 0; cell < cellCount; cell++)
        if (cells[cell]! > kept.cells[cell]!) kept.cells[cell] = cells[cell]!;
      kept.level = Math.max(kept.level, level);
      kept.isGlobal ||= isGlobal;
    },
    take() {
      const taken = kept ?? { level: 0, cells: new Uint8Array(cellCount), isGlobal: false };
      kept = null;
      return taken;
    },
  };
}
