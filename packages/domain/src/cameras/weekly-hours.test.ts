import { expect, it } from 'vitest';
import { hoursOverlap, inWeekOrder } from './weekly-hours.ts';

const span = (day: number, fromMinute: number, toMinute: number) => ({ day, fromMinute, toMinute });

it('finds spans that share a minute, in any order', () => {
  expect(hoursOverlap([span(1, 480, 720), span(1, 719, 900)])).toBe(true);
  expect(hoursOverlap([span(1, 719, 900), span(0, 0, 1440), span(1, 480, 720)])).toBe(true);
  expect(hoursOverlap([span(2, 0, 1440), span(2, 600, 660)])).toBe(true);
});

it('lets one span begin when another ends, and days lie beside each other', () => {
  expect(hoursOverlap([])).toBe(false);
  expect(hoursOverlap([span(1, 480, 720), span(1, 720, 900), span(2, 500, 600)])).toBe(false);
  expect(inWeekOrder([span(3, 1, 2), span(0, 5, 6), span(0, 1, 2)])).toEqual([
    span(0, 1, 2),
    span(0, 5, 6),
    span(3, 1, 2),
  ]);
});
