import type { DrawnCoverage } from '../coverage/coverage-tiles.ts';
import { layout } from './timeline-layout.ts';
import { pixelOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

export interface MotionBar {
  x: number;
  /** 0..1 of the full height. */
  share: number;
}

/** Bars of the motion row, one per step of pixels: the strongest motion that falls into it. */
export function motionBars(motion: DrawnCoverage['motion'], view: TimelineView, width: number): MotionBar[] {
  const strongest = new Map<number, number>();
  for (const { fromUtcMs, bucketMs, levels } of motion) {
    const first = Math.max(0, Math.floor((view.fromMs - fromUtcMs) / bucketMs));
    const last = Math.min(levels.length - 1, Math.ceil((view.toMs - fromUtcMs) / bucketMs));
    for (let index = first; index <= last; index += 1) {
      const level = levels[index];
      if (level === null || level === undefined || level === 0) continue;
      const from = Math.floor(pixelOf(view, width, fromUtcMs + index * bucketMs) / layout.motionStep);
      const to = Math.ceil(pixelOf(view, width, fromUtcMs + (index + 1) * bucketMs) / layout.motionStep);
      for (let slot = Math.max(0, from); slot < Math.max(from + 1, to) && slot * layout.motionStep < width; slot += 1)
        strongest.set(slot, Math.max(strongest.get(slot) ?? 0, level));
    }
  }
  return [...strongest].map(([slot, level]) => ({ x: slot * layout.motionStep, share: level / 255 }));
}
