import { expect, test } from 'vitest';
import type { LiveBoxes } from './live-boxes-at.ts';
import { liveBoxesAt } from './live-boxes-at.ts';

const track = (x: number, more: { isStationary?: boolean; velocity?: number } = {}) => ({
  eventId: 'a',
  class: 'person' as const,
  box: { x, y: 0.1, width: 0.1, height: 0.3 },
  velocity: { x: more.velocity ?? 0.2, y: 0 },
  plate: null,
  isStationary: more.isStationary ?? false,
});
const at = (atUtcMs: number, ...tracks: LiveBoxes['tracks']): LiveBoxes => ({ atUtcMs, tracks });
const xAt = (samples: LiveBoxes[], utcMs: number): number | undefined => liveBoxesAt(samples, utcMs)[0]?.box.x;

test('marks nothing without samples, long before the first, or long after the last', () => {
  expect(liveBoxesAt([], 1000)).toEqual([]);
  expect(liveBoxesAt([at(2000, track(0.5))], 1000)).toEqual([]);
  expect(liveBoxesAt([at(2000, track(0.5))], 4000)).toEqual([]);
});

test('an empty sample clears the picture', () => {
  expect(liveBoxesAt([at(1000, track(0.5)), at(1200)], 1300)).toEqual([]);
});

test('moves in a straight line between two samples', () => {
  expect(xAt([at(1000, track(0.2)), at(1200, track(0.3))], 1150)).toBeCloseTo(0.275);
});

test('goes on by its own speed after the last sample, but not for long', () => {
  const samples = [at(1000, track(0.2))];
  expect(xAt(samples, 1300)).toBeCloseTo(0.26);
  expect(xAt(samples, 1600)).toBeCloseTo(0.32);
  expect(xAt(samples, 2000)).toBeCloseTo(0.32);
});

test('a track that was confirmed a moment later is marked where it came from', () => {
  expect(xAt([at(1000), at(1200, track(0.3))], 1100)).toBeCloseTo(0.28);
});

test('a thing at rest keeps its box while little is looked at', () => {
  expect(xAt([at(1000, track(0.2, { isStationary: true, velocity: 0 }))], 5000)).toBeCloseTo(0.2);
});

test('what stands still without being at rest yet keeps its box from one rare look to the next', () => {
  expect(xAt([at(1000, track(0.2, { velocity: 0 }))], 3500)).toBeCloseTo(0.2);
});
