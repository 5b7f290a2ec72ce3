import type { Box, EventClass } from '@sightline/contracts/events/event';
import { iouOf, shareWithin } from '../../../platform/pictures/box-overlap.ts';
import { movedShare } from './motion-evidence.ts';
import type { MotionEvidence } from './motion-evidence.ts';
import type { Sighting } from './track.ts';

/** From this score on a sight is certain, fainter ones only help to follow. */
export const certainScore = 0.4;

/** What is enough to begin a track: anywhere, where something moves, and for a guess from above. */
const enough = { score: 0.45, scoreInMotion: 0.28, motion: 0.4, guessMotion: 0.3 };

/** A box that lies in another of its class by more than this is taken for a part of the same thing. */
export const partShare = 0.75;
/** Two boxes that overlap by more are the same thing: of one class, and of different ones. */
const same = { overlap: 0.55, otherOverlap: 0.8, around: 0.9 };

/** Share of a sight's box that moves by itself. */
export const ownShare = (evidence: MotionEvidence, { box, score }: Sighting): number =>
  movedShare(evidence, box, { isOwn: true, selfCounted: score >= certainScore });

function isEnough(sighting: Sighting, evidence: MotionEvidence): boolean {
  if (sighting.isGuess) return ownShare(evidence, sighting) >= enough.guessMotion;
  return (
    sighting.score >= enough.score ||
    (sighting.score >= enough.scoreInMotion && ownShare(evidence, sighting) >= enough.motion)
  );
}

/** Something whose place is known already. */
export interface Taken {
  box: Box;
  class: EventClass;
}

function isSame(sighting: Sighting, other: Taken): boolean {
  const overlap = iouOf(sighting.box, other.box);
  if (other.class !== sighting.class) return overlap > same.otherOverlap;
  return (
    overlap > same.overlap ||
    shareWithin(sighting.box, other.box) > partShare ||
    shareWithin(other.box, sighting.box) > same.around
  );
}

/** Sights that begin tracks: clear enough, and neither doubles nor parts of what is followed, nor of one another. */
export function beginnings(free: readonly Sighting[], taken: readonly Taken[], evidence: MotionEvidence): Sighting[] {
  const kept: Sighting[] = [];
  for (const sighting of free.toSorted((a, b) => b.score - a.score)) {
    if (!isEnough(sighting, evidence)) continue;
    if (![...taken, ...kept].some((other) => isSame(sighting, other))) kept.push(sighting);
  }
  return kept;
}
