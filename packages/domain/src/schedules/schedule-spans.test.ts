import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinHours } from '../time/weekly-hours.ts';
import { isOpenAt, nextChange } from './open-at.ts';
import { openSpans } from './schedule-spans.ts';

const minuteMs = 60_000;
const zones = [
  'UTC',
  'Asia/Jerusalem',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const iso = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 16);
const told = (spans: readonly { fromUtcMs: number; toUtcMs: number }[]): string[] =>
  spans.map(({ fromUtcMs, toUtcMs }) => `${iso(fromUtcMs)} ${iso(toUtcMs)}`);

describe('the spans of a weekly schedule', () => {
  it('are none without hours', () => {
    expect(openSpans({ hours: [], timeZone: 'UTC' }, { fromUtcMs: 0, days: 30 })).toEqual([]);
  });

  it('take an hour twice that occurs twice', () => {
    // Berlin, 2026-10-25: 03:00 becomes 02:00.
    const hours = [{ day: 0, fromMinute: 60, toMinute: 150 }];
    const at = { fromUtcMs: Date.UTC(2026, 9, 25, 12), days: 1 };
    expect(told(openSpans({ hours, timeZone: 'Europe/Berlin' }, at))).toEqual([
      '2026-10-24T23:00 2026-10-25T00:30',
      '2026-10-25T01:00 2026-10-25T01:30',
    ]);
  });

  it('have nothing of an hour that is skipped', () => {
    // Berlin, 2026-03-29: 02:00 becomes 03:00.
    const at = { fromUtcMs: Date.UTC(2026, 2, 29, 12), days: 1 };
    const within = [{ day: 0, fromMinute: 125, toMinute: 175 }];
    expect(openSpans({ hours: within, timeZone: 'Europe/Berlin' }, at)).toEqual([]);
    const over = [{ day: 0, fromMinute: 90, toMinute: 210 }];
    expect(told(openSpans({ hours: over, timeZone: 'Europe/Berlin' }, at))).toEqual([
      '2026-03-29T00:30 2026-03-29T01:30',
    ]);
  });

  it('follow the exceptions of a day instead of its weekday, closed or with other hours', () => {
    const hours = [{ day: 1, fromMinute: 480, toMinute: 1020 }];
    const at = { fromUtcMs: Date.UTC(2026, 2, 2), days: 8 };
    const closed = new Map([['2026-03-09', []]]);
    expect(told(openSpans({ hours, exceptions: closed, timeZone: 'UTC' }, at))).toEqual([
      '2026-03-02T08:00 2026-03-02T17:00',
    ]);
    const other = new Map([['2026-03-03', [{ fromMinute: 0, toMinute: 1440 }]]]);
    expect(told(openSpans({ hours, exceptions: other, timeZone: 'UTC' }, { ...at, days: 3 }))).toEqual([
      '2026-03-02T08:00 2026-03-02T17:00',
      '2026-03-03T00:00 2026-03-04T00:00',
    ]);
  });

  it('are what the clocks of the zone say, at every minute, in ten zones over five years', () => {
    const span = fc
      .record({
        day: fc.integer({ min: 0, max: 6 }),
        a: fc.integer({ min: 0, max: 1440 }),
        b: fc.integer({ min: 0, max: 1440 }),
      })
      .filter(({ a, b }) => a !== b)
      .map(({ day, a, b }) => ({ day, fromMinute: Math.min(a, b), toMinute: Math.max(a, b) }));
    const start = fc.integer({ min: 0, max: 5 * 365 }).map((day) => Date.UTC(2024, 0, 1 + day, 12));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), fc.constantFrom(...zones), start, (hours, timeZone, fromUtcMs) => {
        const spans = openSpans({ hours, timeZone }, { fromUtcMs, days: 2 });
        for (let utcMs = fromUtcMs; utcMs < fromUtcMs + 12 * 60 * minuteMs; utcMs += 7 * minuteMs)
          expect(isOpenAt(spans, utcMs)).toBe(isWithinHours(hours, timeZone, utcMs));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29)],
    ['Europe/Berlin', Date.UTC(2026, 9, 25)],
    ['Asia/Jerusalem', Date.UTC(2026, 2, 27)],
    ['Asia/Jerusalem', Date.UTC(2026, 9, 25)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
    ['America/New_York', Date.UTC(2026, 10, 1)],
  ])('are what the clocks say at every minute of a change: %s', (timeZone, dayUtcMs) => {
    const hours = Array.from({ length: 7 }, (_, day) => [
      { day, fromMinute: 0, toMinute: 95 },
      { day, fromMinute: 130, toMinute: 175 },
      { day, fromMinute: 177, toMinute: 900 },
    ]).flat();
    const spans = openSpans({ hours, timeZone }, { fromUtcMs: dayUtcMs - 86_400_000, days: 4 });
    const wrong: string[] = [];
    for (let utcMs = dayUtcMs - 12 * 3_600_000; utcMs < dayUtcMs + 36 * 3_600_000; utcMs += minuteMs)
      if (isOpenAt(spans, utcMs) !== isWithinHours(hours, timeZone, utcMs)) wrong.push(iso(utcMs));
    expect(wrong).toEqual([]);
  });
});

describe('the next change of a schedule', () => {
  it('is where a span begins or ends, and never after the last', () => {
    const spans = [
      { fromUtcMs: 10, toUtcMs: 20 },
      { fromUtcMs: 30, toUtcMs: 40 },
    ];
    expect([0, 10, 19, 20, 39, 40].map((utcMs) => nextChange(spans, utcMs))).toEqual([10, 20, 20, 30, 40, Infinity]);
    expect([9, 10, 19, 20].map((utcMs) => isOpenAt(spans, utcMs))).toEqual([false, true, true, false]);
  });
});
