import { expect, test } from 'vitest';
import { readFilters } from './event-filters.ts';
import { stayOf, stayParameter, stops } from './stay.ts';

test('SEARCH-011 reads 0 to 61 minutes while nothing is chosen, and asks for nothing then', () => {
  expect([stops[0], stops.at(-1)]).toEqual([0, 61 * 60]);
  expect(stayOf({ minStay: null, maxStay: null })).toEqual([0, stops.length - 1]);
  expect(stayParameter([0, stops.length - 1])).toBeUndefined();
});

test('every choice is read again from the address', () => {
  for (const chosen of [
    [1, 9],
    [0, 4],
    [3, 8],
  ] as const)
    expect(stayOf(readFilters({ stay: stayParameter(chosen) }))).toEqual(chosen);
});

test('a number between two stops stands on the nearer one', () => {
  expect(stayOf({ minStay: 52, maxStay: 70 })).toEqual([5, 5]);
});
