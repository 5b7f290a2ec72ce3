import { expect, test } from 'vitest';
import { endAfter, isSupportEnd, localInstant, localText, supportDays } from './support-end.ts';

const now = Date.UTC(2026, 10, 20, 13, 45, 30);

test('refuses an end in the past, now, or more than 90 days ahead', () => {
  expect(isSupportEnd(now, now)).toBe(false);
  expect(isSupportEnd(now - 1, now)).toBe(false);
  expect(isSupportEnd(now + 91 * 86_400_000, now)).toBe(false);
});

test('offers only ends that the server takes', () => {
  for (const days of supportDays) expect(isSupportEnd(endAfter(days, now), now)).toBe(true);
});

test('reads what it writes, and nothing out of half a date', () => {
  expect(localInstant('')).toBeNull();
  expect(localInstant('2026-13-45T99:00')).toBeNull();
  const end = endAfter(7, now);
  expect(localInstant(localText(end))).toBe(end);
});
