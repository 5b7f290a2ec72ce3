import { expect, test } from 'vitest';
import { markTiles } from './mark-tiles.ts';

const hour = 3_600_000;

test('asks for nothing that has not happened yet', () => {
  expect(markTiles({ fromMs: 10 * hour, toMs: 11 * hour }, 9 * hour)).toEqual([]);
});

test('reads few pieces, and the same ones while the view moves a little', () => {
  const at = 500_000 * hour;
  const tiles = markTiles({ fromMs: at + 1000, toMs: at + hour + 1000 }, at + 2 * hour);
  expect(tiles).toEqual(markTiles({ fromMs: at + 60_000, toMs: at + hour + 60_000 }, at + 2 * hour));
  expect(tiles.length).toBe(2);
});

test('no piece is longer than one call answers, however wide the view is', () => {
  const tiles = markTiles({ fromMs: 0, toMs: 62 * 24 * hour }, 70 * 24 * hour);
  expect(Math.max(...tiles.map(({ fromUtcMs, toUtcMs }) => toUtcMs - fromUtcMs))).toBeLessThanOrEqual(31 * 24 * hour);
});
