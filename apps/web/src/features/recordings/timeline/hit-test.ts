import { pixelOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

export type TimelinePart = 'playhead' | 'selectionFrom' | 'selectionTo' | 'track';

interface Targets {
  view: TimelineView;
  width: number;
  positionMs: number;
  selection: { fromUtcMs: number; toUtcMs: number } | null;
}

/** How near a pointer must be, pixels: fingers need more. */
const reach = { mouse: 8, touch: 20 } as const;
/** The playhead can be taken hold of this near; a tap beside it means the time there. */
const playheadReach = { mouse: 4, touch: 10 } as const;

/** What a pointer at `x` takes hold of. Handles of the marked range win over the playhead: they are smaller. */
export function partAt(
  x: number,
  { view, width, positionMs, selection }: Targets,
  pointer: 'mouse' | 'touch',
): TimelinePart {
  const near = (utcMs: number): number => Math.abs(pixelOf(view, width, utcMs) - x);
  if (selection) {
    const from = near(selection.fromUtcMs);
    const to = near(selection.toUtcMs);
    if (Math.min(from, to) <= reach[pointer]) return from <= to ? 'selectionFrom' : 'selectionTo';
  }
  return near(positionMs) <= playheadReach[pointer] ? 'playhead' : 'track';
}
