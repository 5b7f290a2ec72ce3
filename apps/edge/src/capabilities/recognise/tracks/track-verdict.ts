import type { Box } from '@sightline/contracts/events/event';
import { cosineOf } from '../appearance.ts';
import { boxOf, sizesPerSecond, velocityOf } from '../box-filter.ts';
import { areaOf, iouOf } from '../../../platform/pictures/box-overlap.ts';
import { between, bordersOf, sizeRatio, sizesApart } from '../box-geometry.ts';
import { classOf, restMs } from './track.ts';
import type { Track, TrackPoint } from './track.ts';

/** What is needed to believe in a thing. `evidence` is a sum of scores: two or three clear sights or five faint ones. */
const belief = {
  evidence: 1.5,
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
  /** What overlaps with where it began by more has not left its place. */
  maxOverlap: 0.5,
  grownTimes: 2,
  grownHits: 4,
  /** Cosine from which a place looks as it did when the thing was first seen in it. */
  stillLike: 0.88,
  /** Without going anywhere: hits whose own cells moved, and how clearly it must be seen. */
  stirHits: 5,
  stirShare: 0.35,
  stirScore: 0.5,
  /** Fewer do when the looks are far apart: what moves in its place for a second, all of it, and is clearly seen. */
  longStir: { hits: 3, ms: 1000, share: 0.7, score: 0.6 },
  /** Without going anywhere, but where it was not before: it came between two pictures. After a cut it must fill a good part of the picture. */
  newHits: 5,
  newScore: 0.7,
};

/**
 * What is needed to conclude that something without a name drives: it goes far, steadily, and all that moves is itself.
 * Fewer sights do for what fills its box with motion and goes further.
 */
const drive = {
  hits: 4,
  sizes: 0.6,
  straightness: 0.75,
  ownMotion: 0.3,
  plain: { hits: 3, sizes: 0.7, ownMotion: 0.7 },
  meansFrom: 6,
};

interface Way {
  /** Own sizes between where it began and where it is. */
  net: number;
  length: number;
  longest: number;
  /** How much the first and the last place overlap, 0..1. */
  overlap: number;
}

/** Begin and end are means of two sights each where there are enough: one box alone is uncertain. */
function wayOf(points: readonly TrackPoint[], enough = 4): Way {
  const boxes = points.map((point) => point.box);
  const [first, second] = boxes;
  const last = boxes.at(-1);
  const beforeLast = boxes.at(-2);
  if (!first || !second || !last || !beforeLast) return { net: 0, length: 0, longest: 0, overlap: 1 };
  const isLong = boxes.length >= enough;
  const from = isLong ? between(first, second, 0.5) : first;
  const to = isLong ? between(beforeLast, last, 0.5) : last;
  const steps = boxes.slice(1).map((box, index) => sizesApart(boxes[index] ?? box, box));
  const length = steps.reduce((sum, step) => sum + step, 0);
  return { net: sizesApart(from, to), length, longest: Math.max(...steps), overlap: iouOf(from, to) };
}

/** Whether it has gone somewhere: steadily, and where pictures changed. What comes towards the camera grows instead. */
function hasMoved(track: Track): boolean {
  const { net, length, longest, overlap } = wayOf(track.points);
  if (track.anyMotion / track.hits < 0.1 || overlap > belief.maxOverlap) return false;
  const isGrown = track.hits >= belief.grownHits && sizeRatio(track.first.box, track.last.box) >= belief.grownTimes;
  if (!isGrown && net < belief.straightness * length) return false;
  // One jump is a detector that took another part of the picture for the thing.
  if (track.hits >= belief.hits)
    return isGrown || (net >= belief.movedSizes && length - longest >= 0.25 * belief.movedSizes);
  return net >= belief.clearSizes;
}

/** Whether a track of guesses is borne out by its way. */
function drives(track: Track): boolean {
  const own = track.ownMotion / track.hits;
  // Means of the ends would make a way of four sights shorter than that of the first three, and these may be enough.
  const { net, length } = wayOf(track.points, own >= drive.plain.ownMotion ? drive.meansFrom : undefined);
  if (net < drive.straightness * length) return false;
  const { plain } = drive;
  return (
    (track.hits >= drive.hits && own >= drive.ownMotion && net >= drive.sizes) ||
    (track.hits >= plain.hits && own >= plain.ownMotion && net >= plain.sizes)
  );
}

/** Whether what was seen first is where it was: then only the detector's box has moved. What came nearer may cover its first place. */
function isStillThere(track: Track, appearanceAt: (box: Box) => Float32Array): boolean {
  if (sizeRatio(track.first.box, track.last.box) >= belief.grownTimes) return false;
  return cosineOf(track.firstAppearance, appearanceAt(track.first.box)) > belief.stillLike;
}

/** Whether it stirs without going anywhere: people who sit or stand. A parked car does not: then it is the tree above it. */
function stirs(track: Track): boolean {
  if (classOf(track) === 'vehicle') return false;
  const share = track.ownMotion / track.hits;
  const score = track.evidence / track.hits;
  const { longStir } = belief;
  const isLong = track.hits >= longStir.hits && track.last.atUtcMs - track.first.atUtcMs >= longStir.ms;
  return (
    (track.hits >= belief.stirHits && share >= belief.stirShare && score >= belief.stirScore) ||
    (isLong && share >= longStir.share && score >= longStir.score)
  );
}

/** Whether it was not there and then was: what comes quickly and stops, or comes between two rare pictures. */
const hasAppeared = (track: Track): boolean =>
  track.isNewArrival && track.hits >= belief.newHits && track.evidence / track.hits >= belief.newScore;

/** Whether a tentative track is a thing that does something: then it becomes an event. */
export function isBelievable(track: Track, appearanceAt: (box: Box) => Float32Array): boolean {
  if (track.guesses > track.hits / 2) return drives(track);
  if (track.evidence < belief.evidence || track.hits / track.looks < belief.hitShare) return false;
  const isClear = track.hits >= belief.clearHits && track.evidence / track.hits >= belief.clearScore;
  if (!isClear && track.hits < belief.hits) return false;
  return (hasMoved(track) && !isStillThere(track, appearanceAt)) || stirs(track) || hasAppeared(track);
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
  return (
    (at.left && goesX < -speed) ||
    (at.right && goesX > speed) ||
    (at.top && goesY < -speed) ||
    (at.bottom && goesY > speed)
  );
}

/** Whether it was on its way out, and two looks did not find it: what moves in its place is likely the trace of it. */
export const hasLeft = (track: Track): boolean =>
  track.state === 'followed' && track.misses > 1 && !track.cutSinceSeen && isLeaving(track);

/** How long a followed thing may be out of sight, ms. */
const outOfSight = { afterCut: 1200, leaving: 900, moving: 2800, restingHidden: 4000, resting: 30_000 };

/** What was seen often and well is believed in for longer. */
const established = { hits: 12, score: 0.55, restMs: 2000 };

/** How long this thing may be out of sight before it is taken to be gone, ms. */
export function patienceMs(track: Track): number {
  if (track.cutSinceSeen) return outOfSight.afterCut;
  if (restMs(track) < established.restMs || sizesPerSecond(track.filter) >= 0.3)
    return isLeaving(track) ? outOfSight.leaving : outOfSight.moving;
  // What stood and did not stir has not gone: the detector has lost it, or something stands before it.
  const isEstablished = track.hits >= established.hits && track.evidence / track.hits >= established.score;
  return track.movedSinceSeen || !isEstablished ? outOfSight.restingHidden : outOfSight.resting;
}
