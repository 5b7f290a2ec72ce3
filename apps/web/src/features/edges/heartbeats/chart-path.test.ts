import { expect, test } from 'vitest';
import { boundsOf, chartPath, heardPoints, silentRuns } from './chart-path.ts';

const point = (atUtcMs: number, beats: number) => ({
  atUtcMs,
  beats,
  expected: 12,
  cpuShare: null,
  memoryShare: null,
  diskFreeBytes: null,
  load: null,
  celsius: null,
  outboxDepth: null,
  clockOffsetMs: null,
});

test('a chart of nothing draws nothing and has no bounds', () => {
  expect(chartPath([], { least: 0, most: 1 })).toBe('');
  expect(chartPath([null, null], { least: 0, most: 1 })).toBe('');
  expect(boundsOf([null])).toBeNull();
});

test('leaves a gap where nothing is known, and shows a value that stands alone', () => {
  expect(chartPath([0, 1, null, 0.5], { least: 0, most: 1 })).toBe('M0 100.00H1H1V0.00H2M3 50.00H4');
  expect(boundsOf([0, 1, null, 0.5])).toEqual({ least: 0, most: 1 });
});

test('a figure that never changes stands at the foot', () => {
  expect(chartPath([7], { least: 7, most: 7 })).toBe('M0 100.00H1');
});

test('EDGE-003 marks silence only from when the core was first heard', () => {
  const range = { fromUtcMs: 0, toUtcMs: 300_000, stepMs: 60_000 };
  const points = [point(0, 0), point(60_000, 0), point(120_000, 3), point(180_000, 0), point(240_000, 0)];
  expect(silentRuns(heardPoints({ ...range, points, firstHeardUtcMs: 120_000 }))).toEqual([{ start: 3, length: 2 }]);
  expect(silentRuns(heardPoints({ ...range, points, firstHeardUtcMs: null }))).toEqual([]);
});
