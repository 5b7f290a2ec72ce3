import { describe, expect, it } from 'vitest';
import { motionBars } from './motion-bars.ts';

const view = { fromMs: 0, toMs: 10_000 };

describe('bars of motion', () => {
  it('draws nothing for unknown or no motion, and nothing outside of the view', () => {
    expect(motionBars([{ fromUtcMs: 0, bucketMs: 1000, levels: [null, 0, null] }], view, 100)).toEqual([]);
    expect(motionBars([{ fromUtcMs: 20_000, bucketMs: 1000, levels: [255] }], view, 100)).toEqual([]);
  });

  it('keeps the strongest of several buckets in one bar', () => {
    const bars = motionBars([{ fromUtcMs: 0, bucketMs: 100, levels: [10, 255, 20, 30] }], view, 100);
    expect(bars).toEqual([{ x: 0, share: 1 }]);
  });

  it('spreads a wide bucket over its bars', () => {
    expect(motionBars([{ fromUtcMs: 0, bucketMs: 2000, levels: [51] }], view, 100).map(({ x }) => x)).toEqual([
      0, 4, 8, 12, 16,
    ]);
  });
});
