import { describe, expect, it } from 'vitest';
import { wallTimeOf } from '@sightline/domain/time/zone-time';
import { stepFor, ticksOf } from './ticks.ts';

const zone = 'America/New_York';
const hour = 3_600_000;

describe('ticks of the ruler', () => {
  it('never puts labels closer than their width, from seconds to two months', () => {
    for (let span = 5000; span < 62 * 24 * hour; span *= 1.37) {
      const view = { fromMs: Date.UTC(2026, 9, 20, 3, 7, 11), toMs: Date.UTC(2026, 9, 20, 3, 7, 11) + span };
      const labels = ticksOf(view, 1000, zone).filter((tick) => tick.isLabelled);
      expect(ticksOf(view, 1000, zone).length).toBeLessThan(400);
      for (const [index, tick] of labels.entries()) {
        const before = labels[index - 1];
        if (before) expect(((tick.utcMs - before.utcMs) / span) * 1000).toBeGreaterThan(60);
      }
    }
  });

  it('stands on round local times in zones that are not whole hours from UTC', () => {
    const view = { fromMs: Date.UTC(2026, 5, 1), toMs: Date.UTC(2026, 5, 1) + 4 * hour };
    for (const tick of ticksOf(view, 1000, 'Asia/Kathmandu'))
      expect(wallTimeOf(tick.utcMs, 'Asia/Kathmandu').minute % 15).toBe(0);
  });

  it('stays on round local hours across a day of 25 hours', () => {
    const view = { fromMs: Date.UTC(2026, 10, 1, 4), toMs: Date.UTC(2026, 10, 2, 5) };
    const labels = ticksOf(view, 1000, zone).filter((tick) => tick.isLabelled);
    expect(labels.map((tick) => wallTimeOf(tick.utcMs, zone).hour)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 0]);
    expect((labels[1]?.utcMs ?? 0) - (labels[0]?.utcMs ?? 0)).toBe(4 * hour);
  });

  it('labels half hours in a window of four hours, as drawn', () => {
    const view = { fromMs: Date.UTC(2026, 10, 20, 9), toMs: Date.UTC(2026, 10, 20, 13) };
    expect(stepFor(view, 1046)).toEqual({ minorMs: hour / 4, majorMs: hour / 2 });
    expect(ticksOf(view, 1046, 'Asia/Jerusalem').filter((tick) => tick.isLabelled)).toHaveLength(9);
  });

  it('writes midnight as a day', () => {
    const view = { fromMs: Date.UTC(2026, 10, 20, 20), toMs: Date.UTC(2026, 10, 21, 0) };
    expect(
      ticksOf(view, 1000, 'Asia/Jerusalem').find((tick) => tick.utcMs === Date.UTC(2026, 10, 20, 22)),
    ).toMatchObject({ format: 'day', isLabelled: true });
  });
});
