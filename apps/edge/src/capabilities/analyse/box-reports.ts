import { clipBox } from '../recognise/box-geometry.ts';
import type { LiveTrack } from '../recognise/recogniser.ts';

/** Says what a look found, and for how long it holds. */
export interface BoxReports {
  /** A keyframe of this instant came, UTC ms of the pictures. */
  noteKeyframe(atUtcMs: number): void;
  /** A look at the picture of this instant is done; `nextLookMs` answers when the next is due, given the time between keyframes. */
  noteLook(atUtcMs: number, nextLookMs: (keyframeMs: number) => number): void;
  /** What the last look found, as of `atUtcMs`: `holdMs` is how long after this instant nothing newer need be expected. */
  notify(tracks: readonly LiveTrack[], atUtcMs: number): { tracks: LiveTrack[]; holdMs: number };
}

/** Until two keyframes came; most cameras send one every second or two. */
const unknownKeyframeMs = 2_000;
/** A camera that was away says nothing about the time between its keyframes. */
const longestKeyframeMs = 60_000;
/** A look waits for its turn, and takes its time. */
const lateMs = 400;
/** What went on by itself for longer is anywhere. */
const goesOnMs = 600;
/** A place that was not looked at in time is a guess for so long, and then unknown. */
const coastMs = 1_000;

export function createBoxReports(): BoxReports {
  let keyUtcMs: number | null = null;
  let keyframeMs = unknownKeyframeMs;
  let lookedUtcMs = Number.NEGATIVE_INFINITY;
  let holdsUntilUtcMs = Number.NEGATIVE_INFINITY;
  return {
    noteKeyframe(atUtcMs) {
      const sinceMs = keyUtcMs === null ? null : atUtcMs - keyUtcMs;
      keyUtcMs = atUtcMs;
      if (sinceMs !== null && sinceMs > 0 && sinceMs <= longestKeyframeMs) keyframeMs = sinceMs;
    },
    noteLook(atUtcMs, nextLookMs) {
      lookedUtcMs = atUtcMs;
      holdsUntilUtcMs = atUtcMs + nextLookMs(keyframeMs) + lateMs;
    },
    notify(tracks, atUtcMs) {
      const sinceMs = Number.isFinite(lookedUtcMs) ? Math.max(0, atUtcMs - lookedUtcMs) : 0;
      const holdMs = Number.isFinite(holdsUntilUtcMs) ? Math.max(0, holdsUntilUtcMs - atUtcMs) : 0;
      const overdueMs = Number.isFinite(holdsUntilUtcMs) ? atUtcMs - holdsUntilUtcMs : 0;
      const told = tracks.map((track) => overdue(movedOn(track, Math.min(goesOnMs, sinceMs)), overdueMs));
      return {
        tracks: told.filter(({ coastingMs }) => coastingMs === null || coastingMs < coastMs),
        holdMs: Math.round(holdMs),
      };
    },
  };
}

/** Nobody looked when a look was due: where it was seen last is a guess by now. */
const overdue = (track: LiveTrack, overdueMs: number): LiveTrack =>
  overdueMs <= 0 ? track : { ...track, coastingMs: Math.round(Math.max(track.coastingMs ?? 0, overdueMs)) };

/** Between two looks a thing goes on as it went. */
function movedOn(track: LiveTrack, byMs: number): LiveTrack {
  const { box, velocity } = track;
  if (byMs === 0 || (velocity.x === 0 && velocity.y === 0)) return track;
  return {
    ...track,
    box: clipBox({ ...box, x: box.x + (velocity.x * byMs) / 1000, y: box.y + (velocity.y * byMs) / 1000 }),
  };
}
