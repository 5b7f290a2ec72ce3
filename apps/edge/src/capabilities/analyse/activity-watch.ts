import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { CountedArea } from '../recognise/counted-area.ts';
import type { MotionPicture } from '../recognise/recogniser.ts';
import { movingLevel } from '../motion/moving-level.ts';
import { levelOfCells } from '../motion/motion-gate.ts';
import { countedCells } from '../motion/motion-mask.ts';

/** What calls for footage: anything that moves, or things that are recognised. */
export type ActivityKind = 'motion' | 'objects';

/** What was in the pictures of [fromUtcMs, untilUtcMs). `cause`: why nothing can be said of them. */
export interface Activity {
  fromUtcMs: number;
  untilUtcMs: number;
  isActive: boolean;
  cause: ErrorCode | null;
}

/** What the recogniser knows now. */
export interface ObjectsNow {
  openCount: number;
  /** Something that was seen is not judged yet. */
  isUndecided: boolean;
}

/** Tells whether footage of one camera is wanted. Pure: its time is that of the pictures. */
export interface ActivityWatch {
  setArea(area: CountedArea): void;
  /** A picture was compared with those before it. */
  compared(atUtcMs: number, motion: MotionPicture): void;
  /** Pictures were left out unseen: something may have been in them. */
  missed(): void;
  /** What is new since the last call; null when nothing was judged. */
  take(kind: ActivityKind, now: ObjectsNow, cause: ErrorCode | null): Activity | null;
}

/** Makes the watch of one camera. */
export function createActivityWatch(): ActivityWatch {
  let mask: Uint8Array | null = null;
  let comparedUtcMs: number | null = null;
  let toldUtcMs: number | null = null;
  let hasMoved = false;
  let hasMissed = false;
  const moves = ({ level, cells, isGlobal }: MotionPicture): boolean => {
    // Light that changes everywhere says nothing of who may be under it.
    if (isGlobal || mask === null) return isGlobal || level >= movingLevel;
    const counted = mask;
    return levelOfCells(cells.map((value, cell) => value * counted[cell]!)) >= movingLevel;
  };
  return {
    setArea(area) {
      mask = countedCells(area);
    },
    compared(atUtcMs, motion) {
      comparedUtcMs = atUtcMs;
      hasMoved ||= moves(motion);
    },
    missed() {
      hasMissed = true;
    },
    take(kind, { openCount, isUndecided }, cause) {
      if (comparedUtcMs === null) return null;
      const isActive = hasMissed || (kind === 'motion' ? hasMoved : openCount > 0);
      if (cause === null && kind === 'objects' && !isActive && isUndecided) return null;
      if (cause === null && comparedUtcMs === toldUtcMs) return null;
      const fromUtcMs = Math.min(toldUtcMs ?? comparedUtcMs, comparedUtcMs);
      toldUtcMs = comparedUtcMs;
      hasMoved = false;
      hasMissed = false;
      return { fromUtcMs, untilUtcMs: comparedUtcMs, isActive, cause };
    },
  };
}
