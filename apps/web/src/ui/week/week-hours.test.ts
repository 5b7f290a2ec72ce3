import { expect, test } from 'vitest';
import { clockOf, minuteOf, nextHours, onEveryDay, spansOf, withDay } from './week-hours.ts';

const morning = { day: 1, fromMinute: 480, toMinute: 720 };
const evening = { day: 1, fromMinute: 1200, toMinute: 1440 };

test('takes no time for one that is none', () => {
  for (const text of ['', '25:00', '8:00', '08:60', 'noon']) expect(minuteOf(text, 'from')).toBeNull();
});

test('midnight begins a day and ends one', () => {
  expect([minuteOf('00:00', 'from'), minuteOf('00:00', 'to'), minuteOf('08:05', 'to')]).toEqual([0, 1440, 485]);
  expect([clockOf(0), clockOf(1440), clockOf(485)]).toEqual(['00:00', '00:00', '08:05']);
});

test('offers no further span when the day is full', () => {
  expect(nextHours([evening, morning])).toBeNull();
  expect(nextHours([morning])).toEqual({ fromMinute: 720, toMinute: 1440 });
  expect(nextHours([])).toEqual({ fromMinute: 480, toMinute: 1080 });
  expect(nextHours(Array.from({ length: 10 }, () => morning))).toBeNull();
});

test('changes one day and leaves the others, or makes all the same', () => {
  const other = { day: 3, fromMinute: 0, toMinute: 60 };
  expect(withDay([morning, other], 1, [evening])).toEqual([other, evening]);
  expect(spansOf([evening, other, morning], 1)).toEqual([morning, evening]);
  expect(onEveryDay([morning, other], 1)).toHaveLength(7);
});
