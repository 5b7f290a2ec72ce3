import { expect, test } from 'vitest';
import { clusterMarks } from './cluster-marks.ts';
import { signAt, viewOf } from './lane-hit.ts';
import { aMark } from './test-mark.ts';

const view = { fromMs: 0, toMs: 100_000 };
const marks = [
  aMark({ id: 'a', startedAtUtcMs: 10_000, endedAtUtcMs: 40_000 }),
  aMark({ id: 'b', startedAtUtcMs: 60_000, endedAtUtcMs: 61_000 }),
];
const signs = clusterMarks(marks, { view, width: 1000 });
const at = (x: number, y: number) =>
  signAt({ signs, marks }, { x, y, view, width: 1000, nowMs: 100_000 })?.marks[0]?.id;

test('nothing lies above, below or between the marks', () => {
  expect(at(100, 20)).toBeUndefined();
  expect(at(100, 70)).toBeUndefined();
  expect(at(500, 41)).toBeUndefined();
});

test('a pointer near a sign means it', () => {
  expect(at(106, 41)).toBe('a');
  expect(at(595, 41)).toBe('b');
});

test('the bar of an event means it', () => {
  expect(at(300, 52)).toBe('a');
});

test('events that began together are not taken apart by a zoom', () => {
  expect(viewOf(marks.slice(0, 1))).toBeNull();
  expect(viewOf([aMark({ startedAtUtcMs: 1000 }), aMark({ startedAtUtcMs: 2000 })])).toBeNull();
  expect(viewOf(marks)).toEqual({ fromMs: 2500, toMs: 67_500 });
});
