import { expect, test } from 'vitest';
import { bannerWanted } from './notification-asking.ts';

test('SHELL-051 asks only while nobody has answered, and not where a browser has no notifications', () => {
  expect(bannerWanted('granted', false)).toBe(false);
  expect(bannerWanted('denied', false)).toBe(false);
  expect(bannerWanted(null, false)).toBe(false);
  expect(bannerWanted('default', false)).toBe(true);
});

test('SHELL-050 stays closed once somebody closed it', () => {
  expect(bannerWanted('default', true)).toBe(false);
});
