import { expect, test } from 'vitest';
import { clockChanges, newSchedule, openState, wrongPart } from './schedule-values.ts';

const berlin = { ...newSchedule('Gate', 'Europe/Berlin'), hours: [{ day: 0, fromMinute: 60, toMinute: 240 }] };

test('finds what is wrong before it is sent', () => {
  const right = newSchedule('Gate', 'UTC');
  expect(wrongPart(right)).toBeNull();
  expect(wrongPart({ ...right, name: '  ' })).toBe('name');
  expect(wrongPart({ ...right, hours: [...right.hours, { day: 0, fromMinute: 1000, toMinute: 1100 }] })).toBe('hours');
  expect(wrongPart({ ...right, hours: [{ day: 2, fromMinute: 600, toMinute: 600 }] })).toBe('hours');
  const closed = { date: '2026-12-25', hours: [] };
  expect(wrongPart({ ...right, exceptions: [closed] })).toBeNull();
  expect(wrongPart({ ...right, exceptions: [closed, closed] })).toBe('date');
  expect(wrongPart({ ...right, exceptions: [{ date: '', hours: [] }] })).toBe('date');
});

test('says until when it is open, and nothing where it never changes', () => {
  const nineOnMonday = Date.UTC(2026, 10, 23, 9);
  const { hours, ...rest } = newSchedule('Gate', 'UTC');
  expect(openState({ ...rest, hours }, nineOnMonday)).toEqual({
    isOpen: true,
    changesAtUtcMs: Date.UTC(2026, 10, 23, 18),
  });
  expect(openState({ ...rest, hours: [] }, nineOnMonday)).toEqual({ isOpen: false, changesAtUtcMs: null });
  const always = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, toMinute: 1440 }));
  expect(openState({ ...rest, hours: always }, nineOnMonday)).toEqual({ isOpen: true, changesAtUtcMs: null });
});

test('follows a date that is different', () => {
  const { hours, ...rest } = newSchedule('Gate', 'UTC');
  const times = { ...rest, hours, exceptions: [{ date: '2026-11-23', hours: [{ fromMinute: 480, toMinute: 600 }] }] };
  expect(openState(times, Date.UTC(2026, 10, 23, 9)).changesAtUtcMs).toBe(Date.UTC(2026, 10, 23, 10));
});

test('says how long the days are open on which the clocks change', () => {
  // 2027-03-28 02:00 becomes 03:00; 2026-10-25 is behind us in November.
  const [spring, autumn] = clockChanges(berlin, Date.UTC(2026, 10, 23));
  expect(spring).toMatchObject({
    date: '2027-03-28',
    fromMinute: 120,
    toMinute: 180,
    openMinutes: 120,
    clockMinutes: 180,
  });
  expect(autumn).toMatchObject({
    date: '2027-10-31',
    fromMinute: 180,
    toMinute: 120,
    openMinutes: 240,
    clockMinutes: 180,
  });
  expect(clockChanges({ ...berlin, timeZone: 'UTC' }, 0)).toEqual([]);
});
