import { expect, test } from 'vitest';
import type { PathEvent } from './path-boxes-at.ts';
import { pathBoxesAt } from './path-boxes-at.ts';

const walker: PathEvent = {
  id: 'a',
  class: 'person',
  phase: 'closed',
  startedAtUtcMs: 10_000,
  isStationary: false,
  plate: null,
  path: [
    [0, 0, 0.2, 0.1, 0.4],
    [1000, 0.4, 0.2, 0.1, 0.4],
  ],
};

test('marks nothing before an event began, after it ended, or without a way', () => {
  expect(pathBoxesAt([walker], 9990)).toEqual([]);
  expect(pathBoxesAt([walker], 11_200)).toEqual([]);
  expect(pathBoxesAt([{ ...walker, path: [] }], 10_500)).toEqual([]);
});

test('marks it where it was at that instant', () => {
  expect(pathBoxesAt([walker], 10_500)[0]?.box.x).toBeCloseTo(0.2);
});

test('an event that goes on keeps its last box for a moment', () => {
  expect(pathBoxesAt([{ ...walker, phase: 'updated' }], 12_000)[0]?.box.x).toBeCloseTo(0.4);
});
