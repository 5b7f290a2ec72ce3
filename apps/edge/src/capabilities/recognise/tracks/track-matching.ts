import { cosineOf } from '../appearance.ts';
import { assign } from './assignment.ts';
import { boxOf } from '../box-filter.ts';
import { iouOf } from '../../../platform/pictures/box-overlap.ts';
import { sizeRatio, sizesApart } from '../box-geometry.ts';
import { classOf } from './track.ts';
import type { Sighting, Track } from './track.ts';

export interface Match {
  track: Track;
  sighting: Sighting;
}

export interface Matched {
  matches: Match[];
  tracks: Track[];
  sightings: Sighting[];
}

const never = 1;

const faintest = { score: 0.2, overlap: 0.4 };

/** Looks (1 - cosine) that are too different: of the same thing 1 in 200 differ by more than 0.3 from one look to the next. */
const likeAppearance = { overlap: 0.5, apart: 0.28, over: 0.45, unseenMs: 800 };

/** How far from where it should be a thing may turn up, in own sizes: further the longer it was not seen. */
function reach(track: Track, atUtcMs: number): number {
  const seconds = (atUtcMs - track.last.atUtcMs) / 1000;
  const perSecond = track.hits < 3 ? 2 : 0.9;
  return Math.min(0.5 + perSecond * seconds, track.hits < 3 ? 2.5 : 2);
}

function placedCost(track: Track, sighting: Sighting): number {
  const overlap = iouOf(track.last.box, sighting.box);
  return overlap < 0.45 || classOf(track) !== sighting.class ? never : 0.8 * (1 - overlap);
}

/** 0 (surely the same) to 1 (not the same): place, size and looks. */
function likeness(track: Track, sighting: Sighting, atUtcMs: number): number {
  if (track.state === 'placed') return placedCost(track, sighting);
  const expected = boxOf(track.filter);
  const overlap = Math.max(iouOf(expected, sighting.box), 0.9 * iouOf(track.last.box, sighting.box));
  const apart = sizesApart(expected, sighting.box) / reach(track, atUtcMs);
  const looks = 1 - cosineOf(track.appearance, sighting.appearance);
  if (overlap < 0.1 && (apart > 1 || sizeRatio(expected, sighting.box) > 3)) return never;
  // A very faint sight tells only that a thing is still where it was expected.
  if (sighting.score < faintest.score && (track.state !== 'followed' || overlap < faintest.overlap)) return never;
  const isSure = overlap >= likeAppearance.overlap && atUtcMs - track.last.atUtcMs <= likeAppearance.unseenMs;
  if (looks > (isSure ? likeAppearance.over : likeAppearance.apart)) return never;
  // A thing is sometimes called something else for a moment, but then at its very place.
  if (classOf(track) !== sighting.class && overlap < 0.5) return never;
  const otherClass = classOf(track) === sighting.class ? 0 : 0.15;
  return Math.min(0.99, 0.5 * (1 - overlap) + 0.2 * Math.min(1, apart) + 0.3 * Math.min(1, looks * 2) + otherClass);
}

/** Pairs tracks with what is seen, in the way that costs least as a whole. Pairs worse than `limit` are not made. */
export function matchTracks(
  tracks: readonly Track[],
  sightings: readonly Sighting[],
  at: { utcMs: number; limit: number },
): Matched {
  const costs = tracks.map((track) => sightings.map((sighting) => likeness(track, sighting, at.utcMs)));
  const pairs = assign(costs, at.limit);
  const rows = new Set(pairs.map((pair) => pair.row));
  const columns = new Set(pairs.map((pair) => pair.column));
  const matches = pairs.flatMap(({ row, column }) => {
    const track = tracks[row];
    const sighting = sightings[column];
    return track && sighting ? [{ track, sighting }] : [];
  });
  return {
    matches,
    tracks: tracks.filter((_, row) => !rows.has(row)),
    sightings: sightings.filter((_, column) => !columns.has(column)),
  };
}
