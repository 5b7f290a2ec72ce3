import { expect, it } from 'vitest';
import { isScheduleOpen, nextScheduleChange, scheduleNow, scheduleOverlaps } from './schedule-now.ts';

const timeZone = 'Europe/Berlin';
const everyDay = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, toMinute: 1440 }));
/** Mondays from 8 to 17. */
const mondays = [{ day: 1, fromMinute: 480, toMinute: 1020 }];

it('says that what is never or always open does not change', () => {
  const utcMs = Date.UTC(2026, 5, 1, 12);
  expect(scheduleNow({ timeZone, hours: [], exceptions: [] }, utcMs)).toEqual({ isOpen: false, changesAtUtcMs: null });
  expect(scheduleNow({ timeZone, hours: everyDay, exceptions: [] }, utcMs)).toEqual({
    isOpen: true,
    changesAtUtcMs: null,
  });
});

it('finds the next change, however near or far, by the clocks of the zone', () => {
  const now = (utcMs: number, exceptions: { date: string; hours: [] }[] = []) =>
    scheduleNow({ timeZone, hours: mondays, exceptions }, utcMs);
  expect(now(Date.UTC(2026, 5, 1, 7))).toEqual({ isOpen: true, changesAtUtcMs: Date.UTC(2026, 5, 1, 15) });
  expect(now(Date.UTC(2026, 5, 1, 15))).toEqual({ isOpen: false, changesAtUtcMs: Date.UTC(2026, 5, 8, 6) });
  const closed = ['2026-06-08', '2026-06-15', '2026-06-22'].map((date) => ({ date, hours: [] as [] }));
  expect(now(Date.UTC(2026, 5, 2), closed)).toEqual({ isOpen: false, changesAtUtcMs: Date.UTC(2026, 5, 29, 6) });
  // The clocks are set back on 2026-10-25: the Monday after it begins an hour later in UTC.
  expect(now(Date.UTC(2026, 9, 20))).toEqual({ isOpen: false, changesAtUtcMs: Date.UTC(2026, 9, 26, 7) });
});

it('finds a change that only a far date brings, and none where no date brings one', () => {
  const utcMs = Date.UTC(2026, 5, 1, 12);
  const on = (date: string, hours: { fromMinute: number; toMinute: number }[] = []) => ({ date, hours });
  const never = (...exceptions: ReturnType<typeof on>[]) =>
    nextScheduleChange({ timeZone, hours: [], exceptions }, utcMs);
  const always = (...exceptions: ReturnType<typeof on>[]) =>
    nextScheduleChange({ timeZone, hours: everyDay, exceptions }, utcMs);
  const whole = { fromMinute: 0, toMinute: 1440 };
  expect([never(), never(on('2026-12-24')), never(on('2025-12-24', [whole]))]).toEqual([null, null, null]);
  expect([always(), always(on('2026-12-24', [whole]))]).toEqual([null, null]);
  // Past the change of the clocks: a winter day of Berlin begins at 23:00 UTC.
  expect(never(on('2027-12-24', [whole]), on('2026-12-24', [{ fromMinute: 60, toMinute: 120 }]))).toBe(
    Date.UTC(2026, 11, 24),
  );
  expect(always(on('2026-12-24'))).toBe(Date.UTC(2026, 11, 23, 23));
  expect(always(on('2026-12-24', [{ fromMinute: 0, toMinute: 60 }]))).toBe(Date.UTC(2026, 11, 24));
});

it('goes by the hours of a date rather than those of its weekday', () => {
  const times = {
    timeZone,
    hours: mondays,
    exceptions: [{ date: '2026-06-01', hours: [{ fromMinute: 0, toMinute: 60 }] }],
  };
  expect(isScheduleOpen(times, Date.UTC(2026, 5, 1, 8))).toBe(false);
  expect(isScheduleOpen(times, Date.UTC(2026, 4, 31, 22, 30))).toBe(true);
  expect(isScheduleOpen(times, Date.UTC(2026, 5, 8, 8))).toBe(true);
});

it('finds spans that share a minute and dates that stand there twice, and lets spans touch', () => {
  const span = (fromMinute: number, toMinute: number) => ({ fromMinute, toMinute });
  const on = (date: string, ...hours: { fromMinute: number; toMinute: number }[]) => ({ date, hours });
  const overlaps = (
    hours: { day: number; fromMinute: number; toMinute: number }[],
    ...exceptions: ReturnType<typeof on>[]
  ) => scheduleOverlaps({ hours, exceptions });
  expect(
    overlaps([
      { day: 1, ...span(0, 61) },
      { day: 1, ...span(60, 120) },
    ]),
  ).toBe(true);
  expect(overlaps([], on('2026-06-01', span(0, 61), span(60, 120)))).toBe(true);
  expect(overlaps([], on('2026-06-01'), on('2026-06-01'))).toBe(true);
  expect(
    overlaps([
      { day: 1, ...span(0, 60) },
      { day: 1, ...span(60, 120) },
      { day: 2, ...span(0, 90) },
    ]),
  ).toBe(false);
  expect(overlaps([], on('2026-06-01', span(0, 60)), on('2026-06-02', span(0, 60)))).toBe(false);
});
