import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { type Cut, cutsOf, distanceToLine } from './line-geometry.ts';

/** One subject walked over a line. */
export interface Crossing {
  atUtcMs: number;
  to: 'left' | 'right';
  /** Where its way cut the line. */
  point: PicturePoint;
}

interface SeenPoint {
  atUtcMs: number;
  point: PicturePoint;
}

interface Candidate extends Crossing {
  looks: number;
}

/** Where one subject stands with one line. */
export interface LineState {
  last: SeenPoint | null;
  /** Looks that it was on this side of the line. */
  looksHeld: number;
  candidate: Candidate | null;
  crossedAtUtcMs: { left: number; right: number };
}

/** A side counts once it was held for two looks: one look on the far side is a flicker of the box. */
const looksToHold = 2;
/** After a longer gap nobody knows how it came to the other side. */
const maxGapMs = 3000;
/** The same way over the same line counts once in this time. */
const againMs = 5000;

const never = Number.NEGATIVE_INFINITY;

/** Nothing is known yet of a subject and a line. */
export const startLine = (): LineState => ({
  last: null,
  looksHeld: 0,
  candidate: null,
  crossedAtUtcMs: { left: never, right: never },
});

/** What one sight says of a line: a crossing, or that it was lost while it crossed. */
export interface LineChange {
  crossing: Crossing | null;
  /** It is on the other side after a gap in which nobody looked. */
  wasLost: boolean;
}

const nothing: LineChange = { crossing: null, wasLost: false };

/**
 * Takes note of where a subject stands now.
 * @param width width of its box, in fractions of the picture: who left the line behind by half of it has crossed.
 */
export function watchLine(
  state: LineState,
  line: readonly PicturePoint[],
  seen: SeenPoint & { width: number },
): LineChange {
  const { last } = state;
  state.last = { atUtcMs: seen.atUtcMs, point: seen.point };
  if (last === null) {
    state.looksHeld = 1;
    return nothing;
  }
  const cuts = cutsOf(line, last.point, seen.point);
  const isOver = cuts.length % 2 === 1;
  if (seen.atUtcMs - last.atUtcMs > maxGapMs) {
    Object.assign(state, { looksHeld: 1, candidate: null });
    return { crossing: null, wasLost: isOver };
  }
  if (isOver) turnOver(state, crossingOf(last, seen, cuts));
  else if (state.candidate !== null) state.candidate.looks += 1;
  else state.looksHeld += 1;
  return { crossing: confirmed(state, distanceToLine(line, seen.point) >= seen.width / 2), wasLost: false };
}

function crossingOf(from: SeenPoint, to: SeenPoint, cuts: readonly Cut[]): Crossing {
  const { share } = cuts[0]!;
  const between = (a: number, b: number): number => a + (b - a) * share;
  const point = { x: between(from.point.x, to.point.x), y: between(from.point.y, to.point.y) };
  return { atUtcMs: between(from.atUtcMs, to.atUtcMs), to: cuts.at(-1)!.to, point };
}

function turnOver(state: LineState, crossing: Crossing): void {
  // Back before the new side was held: it never crossed.
  if (state.candidate !== null) state.candidate = null;
  else if (state.looksHeld >= looksToHold) state.candidate = { ...crossing, looks: 1 };
  else state.looksHeld = 1;
}

function confirmed(state: LineState, isFar: boolean): Crossing | null {
  const { candidate } = state;
  if (candidate === null || (candidate.looks < looksToHold && !isFar)) return null;
  Object.assign(state, { looksHeld: candidate.looks, candidate: null });
  const { atUtcMs, to, point } = candidate;
  if (atUtcMs - state.crossedAtUtcMs[to] < againMs) return null;
  state.crossedAtUtcMs[to] = atUtcMs;
  return { atUtcMs, to, point };
}
