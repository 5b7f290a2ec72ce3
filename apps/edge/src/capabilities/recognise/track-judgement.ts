import { boxOf, sizesPerSecond, velocityOf } from './box-filter.ts';
import { areaOf, bordersOf, sizesApart } from './box-geometry.ts';
import { restMs } from './track.ts';
import type { Track, TrackPoint } from './track.ts';

/** What is needed to believe in a thing. `evidence` is a sum of scores: two clear sights or four faint ones. */
const belief = {
  evidence: 1.1,
  hits: 3,
  /** Fewer hits do for what is seen as clearly as this and moves as far as `clearSizes`. */
  clearScore: 0.65,
  clearHits: 2,
  clearSizes: 0.5,
  hitShare: 0.5,
  /** Own sizes that it must have gone; a detector's unrest is less. */
  movedSizes: 0.4,
  /** Share of the way that leads somewhere: to and fro is unrest. */
  straightness: 0.5,
  /** Without going anywhere: hits whose own cells moved, and how clearly it must be seen. */
  stirHits: 5,
  stirShare: 0.35,
  stirScore: 0.5,
};

/** Own sizes gone since the first point, the length of the way, and its longest step. */
function wayOf(points: readonly TrackPoint[]): { net: number; length: number; longest: number } {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return { net: 0, length: 0, longest: 0 };
  let length = 0;
  let longest = 0;
  for (let index = 1; index < points.length; index += 1) {
    const step = sizesApart(points[index - 1]?.box ?? first.box, points[index]?.box ?? last.box);
    length += step;
    longest = Math.max(longest, step);
  }
  const growth = Math.abs(Math.log(Math.max(areaOf(last.box), 1e-9) / Math.max(areaOf(first.box), 1e-9))) / 2;
  return { net: Math.max(sizesApart(first.box, last.box), growth), length: Math.max(length, growth), longest };
}

/** Whether it has gone somewhere: steadily, and where pictures changed. */
function hasMoved(track: Track): boolean {
  const { net, length, longest } = wayOf(track.points);
  if (track.ownMotion / track.hits < 0.1 || net < belief.straightness * length) return false;
  // One jump is a detector that took another part of the picture for the thing.
  if (track.hits >= belief.hits) return net >= belief.movedSizes && length - longest >= 0.25 * belief.movedSizes;
  return net >= belief.clearSizes;
}

/** Whether it stirs without going anywhere: people who sit or stand. */
const stirs = (track: Track): boolean =>
  track.hits >= belief.stirHits && track.ownMotion / track.hits >= belief.stirShare && track.evidence / track.hits >= belief.stirScore;

/** Whether a tentative track is a thing that does something: then it becomes an event. */
export function isBelievable(track: Track): boolean {
  if (track.evidence < belief.evidence || track.hits / track.looks < belief.hitShare) return false;
  const isClear = track.hits >= belief.clearHits && track.evidence / track.hits >= belief.clearScore;
  if (!isClear && track.hits < belief.hits) return false;
  return hasMoved(track) || stirs(track);
}

/** Whether a tentative track stands where it stood since it was first seen: part of the place. */
export const isPartOfPlace = (track: Track, atUtcMs: number): boolean =>
  track.hits >= 4 && atUtcMs - track.first.atUtcMs >= 4000 && restMs(track) >= 3000 && track.hits / track.looks >= 0.3;

/** Whether it is on its way out of the picture, by where it should be now. */
export function isLeaving(track: Track): boolean {
  const box = boxOf(track.filter);
  if (areaOf(box) < 0.35 * areaOf(track.last.box)) return true;
  const at = bordersOf(box, 0.02);
  const velocity = velocityOf(track.filter);
  const speed = 0.08;
  const goesX = velocity.x / Math.max(track.last.box.width, 1e-3);
  const goesY = velocity.y / Math.max(track.last.box.height, 1e-3);
  return (at.left && goesX < -speed) || (at.right && goesX > speed) || (at.top && goesY < -speed) || (at.bottom && goesY > speed);
}

/** How long a followed thing may be out of sight, ms. */
export function patienceMs(track: Track): number {
  if (restMs(track) >= 2000 && sizesPerSecond(track.filter) < 0.3) {
    // What stood and did not stir has not gone: the detector has lost it, or something stands before it.
    return track.movedSinceSeen ? 5000 : 30_000;
  }
  return isLeaving(track) ? 900 : 2800;
}
