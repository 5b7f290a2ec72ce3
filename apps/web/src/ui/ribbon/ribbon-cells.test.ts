import { expect, test } from 'vitest';
import { ribbonCells, ribbonRuns } from './ribbon-cells.ts';

const range = { fromUtcMs: 1000, toUtcMs: 2000 };

test('shows nothing where nothing is known', () => {
  expect(ribbonCells({ ...range, full: [], gaps: [], levels: [], bucketMs: 0 }, 4)).toEqual([
    'empty',
    'empty',
    'empty',
    'empty',
  ]);
});

test('a gap wins over footage in the same cell', () => {
  const cells = ribbonCells(
    {
      ...range,
      full: [{ fromUtcMs: 1000, toUtcMs: 2000 }],
      gaps: [{ fromUtcMs: 1300, toUtcMs: 1310 }],
      levels: [],
      bucketMs: 0,
    },
    4,
  );
  expect(cells).toEqual(['full', 'gap', 'full', 'full']);
});

test('spans that only touch a cell do not fill it', () => {
  expect(
    ribbonCells({ ...range, full: [{ fromUtcMs: 1250, toUtcMs: 1500 }], gaps: [], levels: [], bucketMs: 0 }, 4),
  ).toEqual(['empty', 'full', 'empty', 'empty']);
});

test('marks cells with motion, and not those where it is unknown', () => {
  const cells = ribbonCells(
    { ...range, full: [{ fromUtcMs: 1000, toUtcMs: 2000 }], gaps: [], levels: [0, 200, null, 3], bucketMs: 250 },
    4,
  );
  expect(cells).toEqual(['full', 'strong', 'full', 'full']);
});

test('joins equal neighbours', () => {
  expect(ribbonRuns(['full', 'full', 'gap', 'full'])).toEqual([
    { start: 0, length: 2, cell: 'full' },
    { start: 2, length: 1, cell: 'gap' },
    { start: 3, length: 1, cell: 'full' },
  ]);
  expect(ribbonRuns([])).toEqual([]);
});
