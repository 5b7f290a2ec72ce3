import { expect, test } from 'vitest';
import { clockChanges, newSchedule, wrongPart } from './schedule-values.ts';

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
