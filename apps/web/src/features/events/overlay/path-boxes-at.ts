import type { EventMark, PathPoint } from '@sightline/contracts/events/event';
import { boxAt } from '../facts/box-at.ts';
import type { ShownBox } from './shown-box.ts';

/** An event with its way through the picture. */
export type PathEvent = Pick<EventMark, 'id' | 'class' | 'phase' | 'startedAtUtcMs' | 'isStationary'> & {
  path: readonly PathPoint[];
  plate: string | null;
};

/** The way of an event that goes on is known a little late. */
const openKeptMs = 1500;
/** Paths are thinned out: one that ended shows its last box for a moment. */
const closedKeptMs = 120;

/** Boxes of footage taken at `utcMs`. */
export function pathBoxesAt(events: readonly PathEvent[], utcMs: number): ShownBox[] {
  const shown: ShownBox[] = [];
  for (const { id, path, startedAtUtcMs, phase, plate, isStationary, ...event } of events) {
    const last = path.at(-1);
    if (!last) continue;
    const sinceMs = utcMs - startedAtUtcMs;
    const beyondMs = sinceMs - last[0];
    if (beyondMs > (phase === 'closed' ? closedKeptMs : openKeptMs)) continue;
    const box = boxAt(path, Math.min(sinceMs, last[0]));
    if (box) shown.push({ eventId: id, class: event.class, box, plate, isStationary, guess: null });
  }
  return shown;
}
