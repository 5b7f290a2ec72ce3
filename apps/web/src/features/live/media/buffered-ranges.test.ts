import { describe, expect, it } from 'vitest';
import { aheadOf, lastEnd, nextStart, rangeAt } from './buffered-ranges.ts';

const ranges = [
  { from: 10, to: 20 },
  { from: 30, to: 35 },
];

describe('what a source buffer holds', () => {
  it('finds nothing in a hole and nothing in an empty buffer', () => {
    expect(rangeAt(ranges, 25)).toBeNull();
    expect(aheadOf(ranges, 25)).toBe(0);
    expect(aheadOf([], 3)).toBe(0);
    expect(lastEnd([])).toBeNull();
    expect(nextStart(ranges, 35)).toBeNull();
  });

  it('forgives rounding at the start of a range, never at its end', () => {
    expect(rangeAt(ranges, 9.99)).toEqual({ from: 10, to: 20 });
    expect(rangeAt(ranges, 20)).toBeNull();
  });

  it('knows how far it can play and where it goes on', () => {
    expect(aheadOf(ranges, 12)).toBe(8);
    expect(nextStart(ranges, 20)).toBe(30);
    expect(lastEnd(ranges)).toBe(35);
  });
});
