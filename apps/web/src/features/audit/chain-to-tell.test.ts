import { expect, it } from 'vitest';
import { chainToTell } from './chain-to-tell.ts';

const brokenAt = { id: 'a', created_at: 1, cause: 'changed' as const };
const all = { isWhole: true, entries: 9, sealed: 9, brokenAt: null, anchoredSince: null };
const days = { ...all, entries: 2, sealed: 2, reachesEnd: true, checkedSince: null };

it('never tells that all is well when one of the checks found something', () => {
  expect(chainToTell({ ...days, isWhole: false, brokenAt }, all)).toMatchObject({ isWhole: false });
  expect(chainToTell(days, { ...all, isWhole: false, brokenAt })).toMatchObject({ isWhole: false });
});

it('tells of the whole log once it was checked, and of the days before', () => {
  expect(chainToTell(days, all)).toBe(all);
  expect(chainToTell(days, undefined)).toBe(days);
  expect(chainToTell(undefined, undefined)).toBeUndefined();
});
