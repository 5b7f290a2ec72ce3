import type { Box, EventClass } from '@sightline/contracts/events/event';
import { cosineOf } from '../appearance.ts';
import { boxOf, predict } from '../box-filter.ts';
import { shareWithin } from '../../../platform/pictures/box-overlap.ts';
import { clipBox, touchesBorder } from '../box-geometry.ts';
import { motionEvidence, movedShare, unexplainedCells } from './motion-evidence.ts';
import type { MotionEvidence } from './motion-evidence.ts';
import type { MotionPicture } from '../recogniser.ts';
import { beginnings, certainScore, ownShare, partShare } from './track-beginnings.ts';
import { hasLeft, isBelievable, isLeaving, isPartOfPlace, patienceMs } from './track-verdict.ts';
import { matchTracks } from './track-matching.ts';
import type { Match } from './track-matching.ts';
import { classOf, isMoving, seeAgain, seenUntilUtcMs, startTrack } from './track.ts';
import type { Sighting, Track } from './track.ts';

/** What one look changed. */
export interface TrackChanges {
  /** Seen in this picture. */
  seen: Match[];
  /** Became events with this look. */
  confirmed: Track[];
  /** Are gone: followed things only. */
  ended: Track[];
}

/** When a picture was taken, and how large (share of the picture, by class) a thing must be seen to be an event. */
export interface LookAt {
  atUtcMs: number;
  minArea: Record<EventClass, number>;
  /** How a part of the picture looks now. */
  appearanceAt: (box: Box) => Float32Array;
  /** How differently (1 - cosine) a part looks from the picture before, or from the last one before the picture became another. */
  changeAt: (box: Box) => number;
}

const patience = {
  /** A tentative track that is not seen for this long (and two looks) was nothing. */
  tentativeMs: 1100,
  /** A placed thing that could not be found for this long is no longer there. */
  placedMs: 120_000,
  /** After this long, when something moved over its place, it has likely left: what comes there is somebody else. */
  vacatedMs: 1000,
  /** Who has left would be looked for again after this long if anything still moved. */
  leftMs: 800,
  /** Without any picture for so long nothing is known any more of what moved, and of what rested. */
  blindMovingMs: 10_000,
  blindRestingMs: 60_000,
};
/** Looks further apart than this are not lived through as a whole: nothing is known of the time between. */
const longestStepMs = 3000;

/** Cosine from which a place looks as if the thing that was seen in it were still there. */
const sameAppearance = 0.85;
/**
 * A place that changed by this much (1 - cosine) has become another. After a cut all have, so that only large things
 * count: light that is switched on shows parked cars, but people who were not known to sit there have come.
 */
const newArrival = { change: 0.25, areaAfterCut: 0.08, personAfterCut: 0.02 };

const wholePicture: Box = { x: 0, y: 0, width: 1, height: 1 };
/** From picture to picture an empty edge changes by less than 0.02 (1 - cosine), one that somebody leaves over by more. */
const leaving = { change: 0.035, gapMs: 650, maxMs: 1300, ownMotion: 0.2 };

/** Worst pairs that are still made, for certain and for faint sights. */
const limits = { certain: 0.75, faint: 0.6 };

/** Follows things from picture to picture, at whatever distance in time these come. */
export class Tracker {
  #all: Track[] = [];
  #lastInferenceUtcMs: number | null = null;
  #nextKey = 1;
  #isAfterCut = false;
  /** Cells that moved at the last look where nothing was seen. */
  #unexplained = 0;

  get unexplainedCells(): number {
    return this.#unexplained;
  }

  get tracks(): readonly Track[] {
    return this.#all;
  }

  look(sightings: readonly Sighting[], motion: MotionPicture, at: LookAt): TrackChanges {
    const elapsedMs = Math.min(
      longestStepMs,
      this.#lastInferenceUtcMs === null ? 0 : Math.max(0, at.atUtcMs - this.#lastInferenceUtcMs),
    );
    this.#lastInferenceUtcMs = at.atUtcMs;
    for (const track of this.#all) {
      track.looks += 1;
      if (track.state !== 'placed') predict(track.filter, elapsedMs / 1000, track.misses > 0);
    }
    const certain = sightings.filter((sighting) => sighting.score >= certainScore).map((sighting) => sighting.box);
    const evidence = motionEvidence(motion, certain);
    const { matches, unmatched, free } = pair(this.#all, sightings, at.atUtcMs);
    for (const { track, sighting } of matches) seeAgain(track, sighting, at.atUtcMs);
    for (const track of unmatched) miss(track, evidence, { at, elapsedMs });
    this.#unexplained = unexplainedCells(motion, [
      ...certain,
      ...unmatched.filter(hasLeft).map((track) => track.last.box),
    ]);
    const fresh = motion.isGlobal ? [] : this.#begin(free, evidence, at);
    for (const match of [...matches, ...fresh]) weighMotion(match, evidence);
    this.#isAfterCut = evidence.isCut;
    const confirmed = motion.isGlobal ? [] : this.#promote(matches, at);
    return { seen: [...matches, ...fresh], confirmed, ended: this.#remove((track) => isGone(track, at.atUtcMs)) };
  }

  /** Time without looks: answers the followed things that are given up. */
  expire(nowUtcMs: number): Track[] {
    const blindMs = this.#lastInferenceUtcMs === null ? 0 : nowUtcMs - this.#lastInferenceUtcMs;
    // Nobody looked again because nothing moves any more: who was leaving has left.
    if (blindMs < patience.blindMovingMs)
      return blindMs < patience.leftMs
        ? []
        : this.#remove((track) => hasLeft(track) && nowUtcMs - seenUntilUtcMs(track) > patienceMs(track));
    return this.#remove((track) => track.state !== 'placed' && (isMoving(track) || blindMs >= patience.blindRestingMs));
  }

  /** A followed thing has stood for so long that it belongs to the place. */
  place(track: Track): void {
    track.state = 'placed';
    track.unseenMs = 0;
  }

  /** Gives up what `isUnwanted`, without waiting for it; answers the followed things of it. */
  drop(isUnwanted: (track: Track) => boolean): Track[] {
    return this.#remove(isUnwanted);
  }

  clear(): void {
    this.#all = [];
    this.#lastInferenceUtcMs = null;
    this.#isAfterCut = false;
  }

  #begin(free: readonly Sighting[], evidence: MotionEvidence, at: LookAt): Match[] {
    const taken = this.#all
      .filter((track) => track.misses === 0 || track.state === 'followed')
      .map((track) => ({ box: placeOf(track), class: classOf(track) }));
    return beginnings(free, taken, evidence).map((sighting) => {
      const track = startTrack(this.#nextKey, sighting, at.atUtcMs);
      this.#nextKey += 1;
      track.isNewArrival = isNewArrival(track, at, this.#isAfterCut);
      this.#all.push(track);
      return { track, sighting };
    });
  }

  #promote(matches: readonly Match[], { atUtcMs, minArea, appearanceAt }: LookAt): Track[] {
    const confirmed: Track[] = [];
    for (const { track } of matches) {
      if (track.state !== 'tentative') continue;
      if (track.largest[1] >= minArea[classOf(track)] && isBelievable(track, appearanceAt) && !this.#isPart(track)) {
        track.state = 'followed';
        confirmed.push(track);
      } else if (isPartOfPlace(track, atUtcMs)) this.place(track);
    }
    return confirmed;
  }

  /** Whether it lies within something that is followed: an arm, or the upper half of somebody. */
  #isPart(track: Track): boolean {
    const isAround = (other: Track): boolean =>
      classOf(other) === classOf(track) && shareWithin(track.last.box, placeOf(other)) > partShare;
    return this.#all.some((other) => other.state === 'followed' && isAround(other));
  }

  /** Removes tracks; answers those that were followed. */
  #remove(isOver: (track: Track) => boolean): Track[] {
    const over = this.#all.filter(isOver);
    if (over.length > 0) this.#all = this.#all.filter((track) => !over.includes(track));
    return over.filter((track) => track.state === 'followed');
  }
}

function isGone(track: Track, atUtcMs: number): boolean {
  if (track.state === 'placed') return track.unseenMs > patience.placedMs;
  if (track.misses < 2) return false;
  return atUtcMs - seenUntilUtcMs(track) > (track.state === 'followed' ? patienceMs(track) : patience.tentativeMs);
}

const isVacated = (track: Track): boolean =>
  track.state === 'placed' && track.movedSinceSeen && track.unseenMs >= patience.vacatedMs;

/**
 * First the certain sightings, then the faint ones for those that have none and are known. What has likely left its place
 * gets what is left over: else it would take the sightings of the next one who stops there.
 */
function pair(
  tracks: readonly Track[],
  sightings: readonly Sighting[],
  utcMs: number,
): { matches: Match[]; unmatched: Track[]; free: Sighting[] } {
  const certain = sightings.filter((sighting) => sighting.score >= certainScore);
  const faint = sightings.filter((sighting) => sighting.score < certainScore);
  const present = pairOf(
    tracks.filter((track) => !isVacated(track)),
    { certain, faint },
    utcMs,
  );
  const vacated = pairOf(tracks.filter(isVacated), present, utcMs);
  return {
    matches: [...present.matches, ...vacated.matches],
    unmatched: [...present.tracks, ...vacated.tracks],
    free: [...vacated.certain, ...vacated.faint],
  };
}

/** The same for some of the tracks; answers what is left over. */
function pairOf(
  tracks: readonly Track[],
  { certain, faint }: { certain: readonly Sighting[]; faint: readonly Sighting[] },
  utcMs: number,
) {
  const first = matchTracks(tracks, certain, { utcMs, limit: limits.certain });
  const second = matchTracks(first.tracks, faint, { utcMs, limit: limits.faint });
  return {
    matches: [...first.matches, ...second.matches],
    tracks: second.tracks,
    certain: first.sightings,
    faint: second.sightings,
  };
}

function weighMotion({ track, sighting }: Match, evidence: MotionEvidence): void {
  track.anyMotion += movedShare(evidence, sighting.box, { isOwn: false, selfCounted: false });
  track.ownMotion += ownShare(evidence, sighting);
}

function miss(track: Track, evidence: MotionEvidence, { at, elapsedMs }: { at: LookAt; elapsedMs: number }): void {
  track.misses += 1;
  track.missedSinceUtcMs ??= at.atUtcMs;
  if (evidence.isCut) track.cutSinceSeen = true;
  noteLeaving(track, evidence, at);
  const isMoved = movedShare(evidence, placeOf(track), { isOwn: false, selfCounted: false }) > 0.25;
  // Somebody may stand before a placed thing: only time in which it could have been seen counts.
  if (track.state === 'placed' && !isMoved) track.unseenMs += elapsedMs;
  // Motion where it stood means nothing while the place looks as if it were still there.
  if (isMoved && cosineOf(at.appearanceAt(track.last.box), track.appearance) < sameAppearance)
    track.movedSinceSeen = true;
}

/** Who leaves is cut off by the edge, and lost to the detector up to a second before the last of him is gone. */
function noteLeaving(track: Track, evidence: MotionEvidence, at: LookAt): void {
  const { last } = track;
  const isRecent = at.atUtcMs - seenUntilUtcMs(track) <= leaving.gapMs && at.atUtcMs - last.atUtcMs <= leaving.maxMs;
  if (track.state !== 'followed' || evidence.isCut || !isRecent || !touchesBorder(last.box) || !isLeaving(track))
    return;
  const isAlone = movedShare(evidence, last.box, { isOwn: true, selfCounted: false }) > leaving.ownMotion;
  // Another light changes the edge as it changes everything.
  if (isAlone && at.changeAt(last.box) >= leaving.change + at.changeAt(wholePicture)) track.leavingUtcMs = at.atUtcMs;
}

function isNewArrival(track: Track, at: LookAt, isAfterCut: boolean): boolean {
  const minArea = classOf(track) === 'person' ? newArrival.personAfterCut : newArrival.areaAfterCut;
  return at.changeAt(track.first.box) >= newArrival.change && (!isAfterCut || track.largest[0] >= minArea);
}

/** Where a track is taken to be at its last look. */
export const placeOf = (track: Track): Box =>
  track.state === 'placed' || track.misses === 0 ? track.last.box : clipBox(boxOf(track.filter));
