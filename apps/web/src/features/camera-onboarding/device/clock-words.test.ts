import { expect, test } from 'vitest';
import { clockDifference, isClockOff } from './clock-words.ts';

test('does not speak of clocks that nobody knows or that are right', () => {
  expect([null, 0, 1_500, -1_500].map(isClockOff)).toEqual([false, false, false, false]);
  expect([2_000, -7_200_000].map(isClockOff)).toEqual([true, true]);
});

test('says how far apart two clocks are', () => {
  expect([7_200_000, -61_000, 999, 90_061_000].map(clockDifference)).toEqual([
    '2:00:00',
    '0:01:01',
    '0:00:01',
    '25:01:01',
  ]);
});
