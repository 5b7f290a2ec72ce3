import type { Box } from '@sightline/contracts/events/event';
import { cosineOf } from './appearance.ts';
import { boxOf, predict } from './box-filter.ts';
import { clipBox, iouOf, shareWithin } from './box-geometry.ts';
import { motionEvidence, movedShare } from './motion-evidence.ts';
import type { MotionEvidence } from './motion-evidence.ts';
import type { MotionPicture } from './recogniser.ts';
import { isBelievable, isPartOfPlace, patienceMs } from './track-judgement.ts';
import { matchTracks } from './track-matching.ts';
import type { Match } from './track-matching.ts';
import { classOf, seeAgain, startTrack } from './track.ts';
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

/** When a picture was taken, and how large (share of the picture) a thing must be seen to be an event. */
export interface LookAt {
  atUtcMs: number;
  leastArea: number;
  /** How a part of the picture looks now. */
  appearanceAt: (box: Box) => Float32Array;
  /** How differently (1 - cosine) a part looks from the picture before, or from the last one before the picture became another. */
  changeAt: (box: Box) => number;
}

/** Follows things from picture to picture, at whatever distance in time these come. */
export interface Tracker {
  look(sightings: readonly Sighting[], motion: MotionPicture, at: LookAt): TrackChanges;
  /** Time without pictures: answers those that are gone. */
  expire(nowUtcMs: number): Track[];
  /** A followed thing has stood for so long that it belongs to the place. */
  place(track: Track): void;
  tracks(): readonly Track[];
  clear(): void;
}

const scores = {
  /** Seen for certain. */
  high: 0.4,
  /** Enough to begin a track, where nothing moves and where something does. */
  start: 0.45,
  startInMotion: 0.28,
};

/** A tentative track that is not seen for this long (and two looks) was nothing. */
const tentativePatienceMs = 1100;
/** A placed thing that could not be found for this long is no longer there. */
const placedPatienceMs = 120_000;
/** Without any picture for this long nothing is known any more. */
const blindPatienceMs = 60_000;
/** Looks further apart than this are not lived through as a whole: nothing is known of the time between. */
const longestStepMs = 2000;

/** Cosine from which a place looks as if the thing that was seen in it were still there. */
const sameLooks = 0.85;
/** A place that changed by this much (1 - cosine) has become another; after a cut all have, so that only large things count: light that
 * is switched on shows parked cars, but people who were not known to sit there have come. */
const newcomer = { change: 0.25, areaAfterCut: 0.08, personAfterCut: 0.02 };

const limits = { certain: 0.75, faint: 0.6 };

/** Makes the tracker of one camera. */
export function createTracker(): Tracker {
  let tracks: Track[] = [];
  let lastLookUtcMs: number | null = null;
  let nextKey = 1;
  let isAfterCut = false;

  const begin = (sightings: readonly Sighting[], matches: readonly Match[], atUtcMs: number): Match[] => {
    const begun = worthBeginning(sightings, [...matches.map((match) => match.sighting)]).map((sighting) => {
      const track = startTrack(nextKey, sighting, atUtcMs);
      nextKey += 1;
      return { track, sighting };
    });
    tracks.push(...begun.map((match) => match.track));
    return begun;
  };

  return {
    look(sightings, motion, at) {
      const { atUtcMs } = at;
      const elapsedMs = lastLookUtcMs === null ? 0 : Math.max(0, atUtcMs - lastLookUtcMs);
      lastLookUtcMs = atUtcMs;
      for (const track of tracks) {
        track.looks += 1;
        if (track.state !== 'placed') predict(track.filter, Math.min(elapsedMs, 3000) / 1000, track.misses > 0);
      }
      const { matches, unmatched, free } = pair(tracks, sightings, atUtcMs);
      const certain = sightings.filter((sighting) => sighting.score >= scores.high);
      const evidence = motionEvidence(
        motion,
        certain.map((sighting) => sighting.box),
      );
      for (const { track, sighting } of matches) seeAgain(track, sighting, atUtcMs);
      for (const track of unmatched) miss(track, evidence, { at, elapsedMs: Math.min(elapsedMs, longestStepMs) });
      const fresh = motion.isGlobal ? [] : begin(startable(free, evidence), matches, atUtcMs);
      for (const match of [...matches, ...fresh]) weighMotion(match, evidence);
      for (const { track } of fresh) track.isNewcomer = isNewcomer(track, { at, isAfterCut });
      isAfterCut = evidence.isCut;
      const confirmed = motion.isGlobal ? [] : promote(matches, at);
      const ended = retire();
      return { seen: [...matches, ...fresh], confirmed, ended };
    },
    expire(nowUtcMs) {
      if (lastLookUtcMs === null || nowUtcMs - lastLookUtcMs < blindPatienceMs) return [];
      const ended = tracks.filter((track) => track.state === 'followed');
      tracks = tracks.filter((track) => track.state === 'placed');
      return ended;
    },
    place(track) {
      track.state = 'placed';
      track.unseenMs = 0;
    },
    tracks: () => tracks,
    clear() {
      tracks = [];
    },
  };

  function retire(): Track[] {
    const at = lastLookUtcMs ?? 0;
    const gone = tracks.filter((track) => isGone(track, at));
    if (gone.length > 0) tracks = tracks.filter((track) => !gone.includes(track));
    return gone.filter((track) => track.state === 'followed');
  }
}

function isGone(track: Track, atUtcMs: number): boolean {
  if (track.state === 'placed') return track.unseenMs > placedPatienceMs;
  const unseenMs = atUtcMs - track.last.atUtcMs;
  if (track.misses < 2) return false;
  return unseenMs > (track.state === 'followed' ? patienceMs(track) : tentativePatienceMs);
}

/** First the certain sightings, then the faint ones for those that have none and are known. */
function pair(tracks: readonly Track[], sightings: readonly Sighting[], utcMs: number): { matches: Match[]; unmatched: Track[]; free: Sighting[] } {
  const certain = sightings.filter((sighting) => sighting.score >= scores.high);
  const faint = sightings.filter((sighting) => sighting.score < scores.high);
  const first = matchTracks(tracks, certain, { utcMs, limit: limits.certain });
  const second = matchTracks(first.tracks, faint, { utcMs, limit: limits.faint });
  return { matches: [...first.matches, ...second.matches], unmatched: second.tracks, free: [...first.sightings, ...second.sightings] };
}

const ownShare = (evidence: MotionEvidence, { box, score }: Sighting): number => movedShare(evidence, box, { isOwn: true, selfCounted: score >= scores.high });

function weighMotion({ track, sighting }: Match, evidence: MotionEvidence): void {
  track.anyMotion += movedShare(evidence, sighting.box, { isOwn: false, selfCounted: false });
  track.ownMotion += ownShare(evidence, sighting);
}

function miss(track: Track, evidence: MotionEvidence, { at, elapsedMs }: { at: LookAt; elapsedMs: number }): void {
  track.misses += 1;
  if (evidence.isCut) track.cutSinceSeen = true;
  const box = track.state === 'placed' ? track.last.box : boxOf(track.filter);
  const isMoved = movedShare(evidence, box, { isOwn: false, selfCounted: false }) > 0.25;
  if (track.state === 'placed' && !isMoved) track.unseenMs += elapsedMs;
  // Motion where it stood means nothing while the place looks as if it were still there.
  if (isMoved && cosineOf(at.appearanceAt(track.last.box), track.appearance) < sameLooks) track.movedSinceSeen = true;
}

const startable = (free: readonly Sighting[], evidence: MotionEvidence): Sighting[] =>
  free.filter((sighting) => {
    if (sighting.isGuess) return ownShare(evidence, sighting) >= 0.3;
    return sighting.score >= scores.start || (sighting.score >= scores.startInMotion && ownShare(evidence, sighting) >= 0.4);
  });

/** A box that lies in another of its class by more than this is taken for a part of the same thing. */
const partShare = 0.75;

/** Leaves out parts and doubles of what is followed already, and of one another. */
function worthBeginning(free: readonly Sighting[], taken: readonly Sighting[]): Sighting[] {
  const kept: Sighting[] = [];
  for (const sighting of free.toSorted((a, b) => b.score - a.score)) {
    const isDouble = (other: Sighting): boolean => {
      const overlap = iouOf(sighting.box, other.box);
      if (overlap > (other.class === sighting.class ? 0.55 : 0.8)) return true;
      return other.class === sighting.class && (shareWithin(sighting.box, other.box) > partShare || shareWithin(other.box, sighting.box) > 0.9);
    };
    if (!taken.some(isDouble) && !kept.some(isDouble)) kept.push(sighting);
  }
  return kept;
}

const isNewcomer = (track: Track, { at, isAfterCut }: { at: LookAt; isAfterCut: boolean }): boolean =>
  at.changeAt(track.first.box) >= newcomer.change &&
  (!isAfterCut || track.largest[0] >= (classOf(track) === 'person' ? newcomer.personAfterCut : newcomer.areaAfterCut));

function promote(matches: readonly Match[], { atUtcMs, leastArea, appearanceAt }: LookAt): Track[] {
  const confirmed: Track[] = [];
  for (const { track } of matches) {
    if (track.state !== 'tentative') continue;
    const isPart = matches.some(
      ({ track: other }) => other.state === 'followed' && classOf(other) === classOf(track) && shareWithin(track.last.box, other.last.box) > partShare,
    );
    if (!isPart && track.largest[1] >= leastArea && isBelievable(track, appearanceAt)) {
      track.state = 'followed';
      confirmed.push(track);
    } else if (isPartOfPlace(track, atUtcMs)) track.state = 'placed';
  }
  return confirmed;
}

/** Where a track is taken to be at its last look. */
export const placeOf = (track: Track): Box => (track.state === 'placed' || track.misses === 0 ? track.last.box : clipBox(boxOf(track.filter)));
