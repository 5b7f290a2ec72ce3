import type { Box, EventClass } from '@sightline/contracts/events/event';
import { blendVector } from '../appearance.ts';
import { boxOf, correct, sizesPerSecond, startFilter } from '../box-filter.ts';
import type { BoxFilter } from '../box-filter.ts';
import { areaOf, iouOf } from '../../../platform/pictures/box-overlap.ts';
import { between, sizesApart } from '../box-geometry.ts';

/** A detection with what is needed to tell it from others. */
export interface Sighting {
  box: Box;
  score: number;
  class: EventClass;
  label: string;
  modelId: string;
  /** The class was concluded from how things look from above: the way must bear it out. */
  isGuess: boolean;
  appearance: Float32Array;
}

export interface TrackPoint {
  atUtcMs: number;
  box: Box;
}

/**
 * `tentative`: may be nothing. `followed`: confirmed, an event. `placed`: stands where it stood since it was first seen, or has been
 * parked for long: known, and no event until it moves.
 */
export type TrackState = 'tentative' | 'followed' | 'placed';

/** Sums of scores: of a class, and of the model's own words for it. */
interface ClassVote {
  sum: number;
  labels: Map<string, number>;
}

/** One thing, from its first detection on. */
export interface Track {
  key: number;
  state: TrackState;
  filter: BoxFilter;
  appearance: Float32Array;
  /** How it looked when it was seen first. */
  firstAppearance: Float32Array;
  votes: Map<EventClass, ClassVote>;
  first: TrackPoint;
  last: TrackPoint;
  lastScore: number;
  bestScore: number;
  /** Sums of scores by model. */
  models: Map<string, number>;
  guesses: number;
  /** The two largest areas so far, in shares of the picture: one alone may be a mistake. */
  largest: [number, number];
  hits: number;
  /** Looks since the first detection, and those without one since the last. */
  looks: number;
  misses: number;
  /** Sum of the scores. */
  evidence: number;
  /** Sums over the hits of the share 0..1 of the box that moved: at all, and where nobody else is. */
  anyMotion: number;
  ownMotion: number;
  /** First look since it was last seen that did not find it; null while it is seen. */
  missedSinceUtcMs: number | null;
  /** Whether anything moved under it since it was last seen. */
  movedSinceSeen: boolean;
  /** When what was left of it at the edge of the picture still moved, after the detector lost it; null while it is seen. */
  leavingUtcMs: number | null;
  /** Whether the whole picture became another one since it was last seen. */
  cutSinceSeen: boolean;
  /** Its place looked otherwise just before it was seen first. */
  isNewArrival: boolean;
  /** Where it was seen since the event began; simplified when there are many. */
  points: TrackPoint[];
  /** Where it came to rest; null while it moves. */
  rest: TrackPoint | null;
  /** Time that a placed thing was looked for and not seen. */
  unseenMs: number;
}

export function startTrack(key: number, sighting: Sighting, atUtcMs: number): Track {
  const point = { atUtcMs, box: sighting.box };
  const track: Track = {
    key,
    state: 'tentative',
    filter: startFilter(sighting.box),
    appearance: sighting.appearance.slice(),
    firstAppearance: sighting.appearance,
    votes: new Map(),
    first: point,
    last: point,
    lastScore: 0,
    bestScore: 0,
    models: new Map(),
    guesses: 0,
    largest: [0, 0],
    hits: 0,
    looks: 1,
    misses: 0,
    evidence: 0,
    anyMotion: 0,
    ownMotion: 0,
    missedSinceUtcMs: null,
    movedSinceSeen: false,
    leavingUtcMs: null,
    cutSinceSeen: false,
    isNewArrival: false,
    points: [],
    rest: null,
    unseenMs: 0,
  };
  count(track, sighting, point);
  return track;
}

function count(track: Track, sighting: Sighting, point: TrackPoint): void {
  track.last = point;
  track.hits += 1;
  track.misses = 0;
  track.missedSinceUtcMs = null;
  track.movedSinceSeen = false;
  track.cutSinceSeen = false;
  track.leavingUtcMs = null;
  track.unseenMs = 0;
  track.lastScore = sighting.score;
  track.evidence += sighting.score;
  track.bestScore = Math.max(track.bestScore, sighting.score);
  track.models.set(sighting.modelId, (track.models.get(sighting.modelId) ?? 0) + sighting.score);
  if (sighting.isGuess) track.guesses += 1;
  const area = areaOf(sighting.box);
  track.largest =
    area > track.largest[0] ? [area, track.largest[0]] : [track.largest[0], Math.max(area, track.largest[1])];
  const vote = track.votes.get(sighting.class) ?? { sum: 0, labels: new Map<string, number>() };
  vote.sum += sighting.score;
  vote.labels.set(sighting.label, (vote.labels.get(sighting.label) ?? 0) + sighting.score);
  track.votes.set(sighting.class, vote);
  track.points.push(point);
}

/** How much of the place of a thing that stands may change with one detection. */
const placeShare = 0.08;

/** A track was seen again. */
export function seeAgain(track: Track, sighting: Sighting, atUtcMs: number): void {
  if (track.state === 'placed') {
    // The place does not wander with the detector's unrest; what really leaves it no longer overlaps with it.
    const box = between(track.last.box, sighting.box, placeShare);
    track.filter = startFilter(box);
    count(track, sighting, { atUtcMs, box });
    track.points = [];
    return;
  }
  correct(track.filter, sighting.box);
  blendVector(track.appearance, sighting.appearance, 0.25);
  count(track, sighting, { atUtcMs, box: sighting.box });
  updateRest(track);
}

/** Within this many own sizes a thing has not moved. */
const restRadius = 0.22;

function updateRest(track: Track): void {
  const { rest, last } = track;
  const smooth = boxOf(track.filter);
  if (rest === null || sizesApart(rest.box, smooth) > restRadius || iouOf(rest.box, smooth) < 0.5) {
    track.rest = { atUtcMs: last.atUtcMs, box: smooth };
    return;
  }
  // The box at rest follows slowly, so that a thing that creeps is not at rest.
  track.rest = { atUtcMs: rest.atUtcMs, box: between(rest.box, smooth, 0.02) };
}

/** Milliseconds that a track has been within its own place, as last seen. */
export const restMs = (track: Track): number => (track.rest === null ? 0 : track.last.atUtcMs - track.rest.atUtcMs);

/** When it was there for the last time, be it only a part of it that left. */
export const seenUntilUtcMs = (track: Track): number => Math.max(track.last.atUtcMs, track.leavingUtcMs ?? 0);

/** The class with the highest sum of scores. */
export function classOf(track: Track): EventClass {
  const [first] = [...track.votes].toSorted(([, a], [, b]) => b.sum - a.sum);
  return first?.[0] ?? 'person';
}

/** The model's own word that was said most for the thing's class. */
export function labelOf(track: Track): string | null {
  const labels = track.votes.get(classOf(track))?.labels ?? new Map<string, number>();
  const [first] = [...labels].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

/** The model whose sights say most of it. */
export function modelOf(track: Track): string {
  const [first] = [...track.models].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? 'unknown';
}

export const isMoving = (track: Track): boolean =>
  track.state !== 'placed' && (restMs(track) < 2000 || sizesPerSecond(track.filter) > 0.3);

/** At rest for so long, it says so, ms. */
const restsAfterMs = { vehicle: 5000, other: 12_000 };

/** Whether it has come to rest. */
export const isAtRest = (track: Track): boolean =>
  restMs(track) >= (classOf(track) === 'vehicle' ? restsAfterMs.vehicle : restsAfterMs.other);
