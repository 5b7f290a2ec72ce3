import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipIntervals, findGaps, type Interval, mergeIntervals, subtractIntervals, totalMs } from './intervals.ts';

const interval = fc.tuple(fc.nat(60), fc.nat(20)).map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
const intervals = fc.array(interval, { maxLength: 12 });
const covers = (list: readonly Interval[], ms: number): boolean =>
  list.some((one) => one.startMs <= ms && ms < one.endMs);

describe('intervals', () => {
  it('drop what is empty or backwards', () => {
    expect(
      mergeIntervals([
        { startMs: 5, endMs: 5 },
        { startMs: 9, endMs: 3 },
      ]),
    ).toEqual([]);
  });

  it('merge to the same moments, sorted and apart', () => {
    fc.assert(
      fc.property(intervals, (list) => {
        const merged = mergeIntervals(list);
        for (let ms = 0; ms < 90; ms++) expect(covers(merged, ms)).toBe(covers(list, ms));
        for (let i = 1; i < merged.length; i++) expect(merged[i]!.startMs).toBeGreaterThan(merged[i - 1]!.endMs);
      }),
    );
  });

  it('subtract moment by moment', () => {
    fc.assert(
      fc.property(intervals, intervals, (from, taken) => {
        const left = subtractIntervals(from, taken);
        for (let ms = 0; ms < 90; ms++) expect(covers(left, ms)).toBe(covers(from, ms) && !covers(taken, ms));
      }),
    );
  });

  it('clip keeps other fields and only what lies inside', () => {
    expect(
      clipIntervals(
        [
          { startMs: 0, endMs: 10, cause: 'x' },
          { startMs: 20, endMs: 30, cause: 'y' },
        ],
        { startMs: 5, endMs: 20 },
      ),
    ).toEqual([{ startMs: 5, endMs: 10, cause: 'x' }]);
  });

  it('footage and gaps cover a range exactly', () => {
    fc.assert(
      fc.property(intervals, (recorded) => {
        const range = { startMs: 0, endMs: 90 };
        expect(totalMs(findGaps(recorded, range)) + totalMs(clipIntervals(recorded, range))).toBe(90);
      }),
    );
  });

  it('merge over small holes when asked', () => {
    expect(
      mergeIntervals(
        [
          { startMs: 0, endMs: 10 },
          { startMs: 12, endMs: 20 },
        ],
        2,
      ),
    ).toEqual([{ startMs: 0, endMs: 20 }]);
  });
});
