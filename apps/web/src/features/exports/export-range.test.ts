import { describe, expect, it } from 'vitest';
import { firstRange, instantText, parseInstant, problemOf, withEnd } from './export-range.ts';

const zone = 'Asia/Jerusalem';
const at = Date.UTC(2026, 10, 20, 12, 5, 30);

describe('the range of an export', () => {
  it('refuses texts that are no day and time', () => {
    for (const text of ['', '2026-11-20', '2026-02-30 10:00', '2026-11-20 24:00', '20.11.2026 10:00'])
      expect(parseInstant(text, zone)).toBeNull();
  });

  it('says what is wrong with a range', () => {
    expect(problemOf({ fromUtcMs: at, toUtcMs: at }, at)).toBe('order');
    expect(problemOf({ fromUtcMs: at - 25 * 3_600_000, toUtcMs: at }, at)).toBe('tooLong');
    expect(problemOf({ fromUtcMs: at, toUtcMs: at + 60_000 }, at)).toBe('future');
    expect(problemOf({ fromUtcMs: at - 1000, toUtcMs: at }, at)).toBeNull();
  });

  it('reads what it writes, in the site’s zone', () => {
    expect(instantText(at, zone)).toBe('2026-11-20T14:05:30');
    expect(parseInstant('2026-11-20 14:05:30', zone)).toBe(at);
    expect(parseInstant('2026-11-20T14:05', zone)).toBe(at - 30_000);
  });

  it('never lets the ends cross', () => {
    expect(withEnd({ fromUtcMs: 0, toUtcMs: 1000 }, 'from', 5000)).toEqual({ fromUtcMs: 5000, toUtcMs: 65_000 });
    expect(withEnd({ fromUtcMs: 100_000, toUtcMs: 200_000 }, 'to', 90_000)).toEqual({
      fromUtcMs: 30_000,
      toUtcMs: 90_000,
    });
    expect(withEnd({ fromUtcMs: 100_000, toUtcMs: 200_000 }, 'to', 150_000)).toEqual({
      fromUtcMs: 100_000,
      toUtcMs: 150_000,
    });
  });

  it('begins nowhere in a gap or in the future: it is within the recording that is on the screen', () => {
    const view = { fromMs: at - 3_600_000, toMs: at };
    const before = { fromUtcMs: at - 900_000, toUtcMs: at - 300_000 };
    const around = { fromUtcMs: at - 120_000, toUtcMs: at - 40_000 };
    const range = firstRange({ atMs: at - 60_000, nowMs: at, view, recorded: [before, around] });
    expect(range).toEqual({ fromUtcMs: at - 120_000, toUtcMs: at - 40_000 });
    // In a gap it is what was recorded before it, as far as the range reaches.
    expect(firstRange({ atMs: at - 250_000, nowMs: at, view, recorded: [before] })).toEqual({
      fromUtcMs: at - 400_000,
      toUtcMs: at - 300_000,
    });
  });

  it('is as long as the view makes it easy to change, and ends now at the latest', () => {
    const recorded = [{ fromUtcMs: at - 86_400_000, toUtcMs: at - 5_000 }];
    const hour = { fromMs: at - 3_600_000, toMs: at };
    const day = { fromMs: at - 86_400_000, toMs: at };
    expect(firstRange({ atMs: at, nowMs: at, view: hour, recorded })).toEqual({
      fromUtcMs: at - 300_000,
      toUtcMs: at,
    });
    expect(firstRange({ atMs: at - 43_200_000, nowMs: at, view: day, recorded })).toEqual({
      fromUtcMs: at - 43_200_000 - 3_600_000,
      toUtcMs: at - 43_200_000 + 3_600_000,
    });
    expect(firstRange({ atMs: at - 1000, nowMs: at, view: hour, recorded: [] })).toEqual({
      fromUtcMs: at - 300_000,
      toUtcMs: at,
    });
  });
});
