import { describe, expect, it } from 'vitest';
import {
  clamped,
  following,
  instantAt,
  maxSpanMs,
  minSpanMs,
  pixelOf,
  spanOf,
  viewAround,
  zoomed,
} from './timeline-view.ts';

const view = { fromMs: 1_000_000, toMs: 1_100_000 };

describe('what a timeline shows', () => {
  it('never zooms beyond its limits', () => {
    expect(spanOf(zoomed(view, 1e-9, 1_050_000))).toBe(minSpanMs);
    expect(spanOf(zoomed(view, 1e9, 1_050_000))).toBe(maxSpanMs);
  });

  it('keeps the instant under the pointer where it is while zooming', () => {
    const next = zoomed(view, 0.5, 1_025_000);
    expect(pixelOf(next, 1000, 1_025_000)).toBeCloseTo(250, 6);
  });

  it('goes from instant to pixel and back', () => {
    for (const pixel of [0, 1, 333, 999, 1000])
      expect(pixelOf(view, 1000, instantAt(view, 1000, pixel))).toBeCloseTo(pixel, 1);
  });

  it('stays put while the playhead is inside and moves when it leaves', () => {
    expect(following(view, 1_050_000, false)).toBe(view);
    expect(pixelOf(following(view, 1_099_000, true), 100, 1_099_000)).toBeCloseTo(90);
    expect(pixelOf(following(view, 1_200_000, false), 100, 1_200_000)).toBeCloseTo(20);
  });

  it('shows at most a tenth of a view of future, also around a moment of today', () => {
    expect(clamped({ fromMs: 900, toMs: 1900 }, 1000)).toEqual({ fromMs: 100, toMs: 1100 });
    const dayMs = 86_400_000;
    const nowMs = 100 * dayMs;
    const day = clamped(viewAround(nowMs - 3_600_000, dayMs, false), nowMs);
    expect(day).toEqual({ fromMs: nowMs - 0.9 * dayMs, toMs: nowMs + 0.1 * dayMs });
    // Where footage is on both sides the moment stays in the middle.
    expect(clamped(viewAround(nowMs - 2 * dayMs, dayMs, false), nowMs)).toEqual(
      viewAround(nowMs - 2 * dayMs, dayMs, false),
    );
    expect(viewAround(1000, 100, true)).toEqual({ fromMs: 910, toMs: 1010 });
  });
});
