import { expect, test } from 'vitest';
import type { LiveBoxes } from './live-boxes-at.ts';
import { liveBoxesAt } from './live-boxes-at.ts';

const track = (x: number, more: { isStationary?: boolean; velocity?: number; coastingMs?: number | null } = {}) => ({
  eventId: 'a',
  class: 'person' as const,
  box: { x, y: 0.1, width: 0.1, height: 0.3 },
  velocity: { x: more.velocity ?? 0.2, y: 0 },
  plate: null,
  isStationary: more.isStationary ?? false,
  coastingMs: more.coastingMs ?? null,
});
const resting = (x: number, coastingMs: number | null = null) =>
  track(x, { isStationary: true, velocity: 0, coastingMs });
const at = (atUtcMs: number, ...tracks: LiveBoxes['tracks']): LiveBoxes => ({ atUtcMs, holdMs: 800, tracks });
const holding = (holdMs: number, sample: LiveBoxes): LiveBoxes => ({ ...sample, holdMs });
const xAt = (samples: LiveBoxes[], utcMs: number): number | undefined => liveBoxesAt(samples, utcMs)[0]?.box.x;
const guessAt = (samples: LiveBoxes[], utcMs: number): number | null | undefined =>
  liveBoxesAt(samples, utcMs)[0]?.guess;

test('marks nothing without samples, long before the first, or long after the last', () => {
  expect(liveBoxesAt([], 1000)).toEqual([]);
  expect(liveBoxesAt([at(2000, track(0.5))], 1000)).toEqual([]);
  expect(liveBoxesAt([at(2000, track(0.5))], 4000)).toEqual([]);
});

test('an empty sample clears the picture', () => {
  expect(liveBoxesAt([at(1000, track(0.5)), at(1200)], 1300)).toEqual([]);
});

test('a standing person whom a look did not find is shown as a guess that fades, and is gone within a second', () => {
  const samples = [holding(4000, at(1000, resting(0.2))), holding(4000, at(3000, resting(0.2, 0)))];
  expect(guessAt(samples, 2900)).toBeNull();
  expect(guessAt(samples, 3000)).toBe(0);
  expect(guessAt(samples, 3500)).toBeCloseTo(0.5);
  expect(liveBoxesAt(samples, 4001)).toEqual([]);
});

test('what the core had not found for a while when it said so is gone the sooner', () => {
  const samples = [holding(4000, at(1000, resting(0.2, 700)))];
  expect(guessAt(samples, 1200)).toBeCloseTo(0.9);
  expect(liveBoxesAt(samples, 1400)).toEqual([]);
});

test('a guess is no beginning', () => {
  expect(liveBoxesAt([at(1000), at(1200, resting(0.2, 100))], 1100)).toEqual([]);
});

test('moves in a straight line between two samples', () => {
  expect(xAt([at(1000, track(0.2)), at(1200, track(0.3))], 1150)).toBeCloseTo(0.275);
});

test('goes on by its own speed after the last sample, but not for long', () => {
  const samples = [at(1000, track(0.2))];
  expect(xAt(samples, 1300)).toBeCloseTo(0.26);
  expect(xAt(samples, 1600)).toBeCloseTo(0.32);
  expect(xAt(samples, 2500)).toBeCloseTo(0.32);
  expect(guessAt(samples, 1700)).toBeNull();
  expect(guessAt(samples, 2300)).toBeCloseTo(0.5);
});

test('a track that was confirmed a moment later is marked where it came from', () => {
  expect(xAt([at(1000), at(1200, track(0.3))], 1100)).toBeCloseTo(0.28);
});

test.each([1500, 4000, 12_000])(
  'a thing at rest keeps its box without flicker from one rare look to the next, %i ms later',
  (everyMs) => {
    const samples = [0, 1, 2].map((index) => holding(everyMs + 400, at(1000 + index * everyMs, resting(0.2))));
    for (let utcMs = 1000; utcMs <= 1000 + 3 * everyMs; utcMs += 100) expect(guessAt(samples, utcMs)).toBeNull();
  },
);

test('a look that came late, and found it again, leaves no guess between', () => {
  expect(guessAt([at(1000, resting(0.2)), at(5000, resting(0.2))], 4000)).toBeNull();
});

test('a core that does not say for how long it holds is believed for a second or so', () => {
  const samples = [{ atUtcMs: 1000, tracks: [{ ...resting(0.2), coastingMs: undefined }] }];
  expect(guessAt(samples, 2100)).toBeNull();
  expect(guessAt(samples, 2700)).toBeCloseTo(0.5);
  expect(liveBoxesAt(samples, 3300)).toEqual([]);
});
