import { clipIntervals, findGaps, type Interval, mergeIntervals, totalMs } from '@sightline/media/timeline/intervals';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { SegmentsStore } from '../../platform/store/segments-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { readStorageDays } from './read-storage.ts';

const streamId = 's1';
const minute = 60_000;
const day = 1_440 * minute;
let folder: string;
let store: Store;
let segments: SegmentsStore;
let gaps: GapsStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
  store = openStore(join(folder, 'core.sqlite'));
  segments = new SegmentsStore(store);
  gaps = new GapsStore(store);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function segment(startUtcMs: number, endUtcMs: number, isSmart: boolean | null): void {
  const path = `${streamId}/${String(startUtcMs)}.mp4`;
  segments.put(testSegment({ streamId, path, startUtcMs, endUtcMs }));
  if (isSmart !== null) segments.setTier(path, isSmart);
}

const read = (rest: Partial<Parameters<typeof readStorageDays>[1]> = {}) =>
  readStorageDays(
    { segments, gaps },
    { streamId, dayStarts: [0, day, 2 * day], nowUtcMs: 3 * day, hasSmartTier: true, ...rest },
  );
const asInterval = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }): Interval => ({
  startMs: fromUtcMs,
  endMs: toUtcMs,
});

test('STOR-002: a day of which nothing is known is one time without storage and without a cause', () => {
  expect(read({ dayStarts: [0, day] })).toEqual([
    { regular: [], smart: [], none: [{ fromUtcMs: 0, toUtcMs: day, cause: null }] },
  ]);
});

test('STOR-002: tells the tiers apart, names causes from the ledger, and cuts at the days', () => {
  segment(day - 2 * minute, day - minute, false);
  segment(day - minute, day + minute, true);
  segment(day + 5 * minute, day + 6 * minute, null);
  gaps.put({ streamId, startUtcMs: day + minute, endUtcMs: day + 5 * minute, cause: 'camera_stalled', isOpen: false });
  const [first, second] = read();
  expect(first).toEqual({
    regular: [{ fromUtcMs: day - 2 * minute, toUtcMs: day - minute }],
    smart: [{ fromUtcMs: day - minute, toUtcMs: day }],
    none: [{ fromUtcMs: 0, toUtcMs: day - 2 * minute, cause: null }],
  });
  expect(second?.smart).toEqual([{ fromUtcMs: day, toUtcMs: day + minute }]);
  expect(second?.regular).toEqual([{ fromUtcMs: day + 5 * minute, toUtcMs: day + 6 * minute }]);
  expect(second?.none[0]).toEqual({ fromUtcMs: day + minute, toUtcMs: day + 5 * minute, cause: 'camera_stalled' });
});

test('STOR-002: without a smart tier everything is regular, whatever happened in it', () => {
  segment(0, minute, true);
  expect(read({ hasSmartTier: false })[0]).toMatchObject({ regular: [{ fromUtcMs: 0, toUtcMs: minute }], smart: [] });
});

test('STOR-002: what is still to come of a day has no cause', () => {
  segment(0, minute, false);
  const [today] = read({ dayStarts: [0, day], nowUtcMs: minute });
  expect(today?.none).toEqual([{ fromUtcMs: minute, toUtcMs: day, cause: null }]);
});

test('STOR-002: time without storage is the complement of the others in each day, of 23, 24 or 25 hours', () => {
  const file = fc.record({
    start: fc.integer({ min: -60, max: 3_000 }),
    length: fc.integer({ min: 1, max: 9 }),
    tier: fc.constantFrom(true, false, null),
  });
  const gap = fc.record({ start: fc.integer({ min: -60, max: 3_000 }), length: fc.integer({ min: 1, max: 300 }) });
  const hours = fc.constantFrom(23, 24, 25);
  fc.assert(
    fc.property(
      fc.array(file, { maxLength: 40 }),
      fc.array(gap, { maxLength: 10 }),
      fc.tuple(hours, hours),
      (files, holes, [a, b]) => {
        store.exec('begin; delete from segments; delete from gaps');
        for (const { start, length, tier } of files)
          segment((start + 60) * minute, (start + 60 + length) * minute, tier);
        for (const { start, length } of holes)
          gaps.put({
            streamId,
            startUtcMs: (start + 60) * minute,
            endUtcMs: (start + 60 + length) * minute,
            cause: 'edge_down',
            isOpen: false,
          });
        store.exec('commit');
        const dayStarts = [day / 24, ((1 + a) * day) / 24, ((1 + a + b) * day) / 24];
        for (const [index, one] of read({ dayStarts }).entries()) {
          const range = { startMs: dayStarts[index]!, endMs: dayStarts[index + 1]! };
          const kept = [...one.regular, ...one.smart].map(asInterval);
          const none = one.none.map(asInterval);
          expect(mergeIntervals(none)).toEqual(findGaps(mergeIntervals(kept), range));
          const lists = [one.regular, one.smart, one.none].map((list) => list.map(asInterval));
          // No list overlaps itself or another: lengths add up to the day, and nothing lies outside.
          expect(lists.flat().reduce((sum, part) => sum + part.endMs - part.startMs, 0)).toBe(
            range.endMs - range.startMs,
          );
          expect(totalMs(clipIntervals(lists.flat(), range))).toBe(range.endMs - range.startMs);
        }
      },
    ),
    { numRuns: 40 },
  );
});
