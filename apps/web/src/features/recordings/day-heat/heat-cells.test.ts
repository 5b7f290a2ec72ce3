import { describe, expect, it } from 'vitest';
import { busiestShare, heatCells } from './heat-cells.ts';

const day = { fromMs: 0, toMs: 1000 };

describe('the motion of a day', () => {
  it('shows no calm where nothing was recorded', () => {
    expect(heatCells({ motion: [], recorded: [] }, day, 4)).toEqual([null, null, null, null]);
    expect(heatCells({ motion: [], recorded: [{ fromUtcMs: 250, toUtcMs: 500 }] }, day, 4)).toEqual([
      null,
      0,
      null,
      null,
    ]);
  });

  it('keeps the strongest of each part, and leaves out what is of other days', () => {
    const motion = [{ fromUtcMs: -250, bucketMs: 125, levels: [255, 255, 51, null, 255, 102, 0, 0] }];
    expect(heatCells({ motion, recorded: [{ fromUtcMs: 0, toUtcMs: 1000 }] }, day, 4)).toEqual([0.2, 1, 0, 0]);
  });

  it('knows the busiest part, and that a day without motion has none', () => {
    expect(busiestShare([null, 0, 0, null], 2)).toBeNull();
    expect(busiestShare([0.1, 0, 0.5, 0.4], 2)).toBe(0.5);
  });
});
