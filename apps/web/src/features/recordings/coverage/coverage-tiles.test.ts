import type { Coverage } from '@sightline/contracts/recordings/recording';
import { describe, expect, it } from 'vitest';
import { grownTo, isUncertainAt, mergeCoverage, nothingDrawn, tilesFor } from './coverage-tiles.ts';

const hour = 3_600_000;

const piece = (fromUtcMs: number, toUtcMs: number, rest: Partial<Coverage>): Coverage => ({
  fromUtcMs,
  toUtcMs,
  resolutionMs: 0,
  recorded: [],
  gaps: [],
  uncertain: [],
  motion: { bucketMs: 1000, levels: [] },
  oldestUtcMs: null,
  newestUtcMs: null,
  ...rest,
});

describe('pieces of coverage', () => {
  it('asks for nothing after now and never for more than a few pieces', () => {
    expect(tilesFor({ fromMs: 10 * hour, toMs: 12 * hour }, 9 * hour)).toEqual([]);
    for (let span = 5000; span < 62 * 24 * hour; span *= 1.5)
      expect(tilesFor({ fromMs: 1e12, toMs: 1e12 + span }, 2e12).length).toBeLessThanOrEqual(4);
  });

  it('asks for the same pieces while the view moves a little', () => {
    const view = { fromMs: 100 * hour + 600_000, toMs: 102 * hour };
    expect(tilesFor({ fromMs: view.fromMs + 60_000, toMs: view.toMs + 60_000 }, 1e12).slice(0, 2)).toEqual(
      tilesFor(view, 1e12).slice(0, 2),
    );
  });

  it('makes intervals whole that the border of pieces cut, and keeps causes apart', () => {
    const merged = mergeCoverage([
      piece(100, 200, {
        recorded: [{ fromUtcMs: 150, toUtcMs: 200 }],
        gaps: [{ fromUtcMs: 100, toUtcMs: 150, cause: 'disk_full', open: false }],
      }),
      piece(200, 300, {
        recorded: [{ fromUtcMs: 200, toUtcMs: 250 }],
        gaps: [
          { fromUtcMs: 250, toUtcMs: 260, cause: 'edge_down', open: false },
          { fromUtcMs: 260, toUtcMs: 300, cause: 'camera_closed', open: true },
        ],
        newestUtcMs: 250,
      }),
    ]);
    expect(merged.recorded).toEqual([{ fromUtcMs: 150, toUtcMs: 250 }]);
    expect(merged.gaps.map((gap) => gap.cause)).toEqual(['disk_full', 'edge_down', 'camera_closed']);
    expect(merged.newestUtcMs).toBe(250);
  });

  it('keeps what is not certain apart, whole over the border of pieces and up to now', () => {
    const merged = mergeCoverage([
      piece(0, 100_000, {
        recorded: [{ fromUtcMs: 0, toUtcMs: 100_000 }],
        uncertain: [{ fromUtcMs: 50_000, toUtcMs: 100_000 }],
      }),
      piece(100_000, 200_000, {
        recorded: [{ fromUtcMs: 100_000, toUtcMs: 150_000 }],
        uncertain: [{ fromUtcMs: 100_000, toUtcMs: 150_000 }],
      }),
    ]);
    expect(merged.uncertain).toEqual([{ fromUtcMs: 50_000, toUtcMs: 150_000 }]);
    const grown = grownTo(merged, 155_000);
    expect([49_999, 50_000, 154_999, 155_000].map((at) => isUncertainAt(grown, at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const certainAgain = { ...merged, recorded: [{ fromUtcMs: 0, toUtcMs: 160_000 }] };
    expect(isUncertainAt(grownTo(certainAgain, 165_000), 152_000)).toBe(false);
  });

  it('grows with the recording, but not over a gap and not after it stopped', () => {
    const recorded = { ...nothingDrawn, recorded: [{ fromUtcMs: 0, toUtcMs: 100_000 }] };
    expect(grownTo(recorded, 105_000).recorded).toEqual([{ fromUtcMs: 0, toUtcMs: 105_000 }]);
    expect(grownTo(recorded, 200_000)).toBe(recorded);
    const stopped = {
      ...recorded,
      gaps: [{ fromUtcMs: 100_000, toUtcMs: 101_000, cause: 'camera_closed' as const, open: true }],
    };
    expect(grownTo(stopped, 105_000).recorded).toEqual(recorded.recorded);
    expect(grownTo(stopped, 105_000).gaps[0]?.toUtcMs).toBe(105_000);
  });
});
