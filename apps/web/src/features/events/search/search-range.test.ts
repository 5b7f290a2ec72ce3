import { expect, test } from 'vitest';
import { closedRange, fieldText, instantOf, rangeKey, searchRange } from './search-range.ts';

const zone = 'Asia/Jerusalem';
const now = Date.UTC(2026, 10, 20, 7, 30);
const none = { fromUtcMs: null, toUtcMs: null };

test('reads no instant from an incomplete field', () => {
  for (const text of ['', '2026-11-20', 'T10:00', '20.11.2026 10:00']) expect(instantOf(text, zone)).toBeNull();
});

test('reads and writes a field on the clock of the site', () => {
  expect(fieldText(now, zone)).toBe('2026-11-20T09:30');
  expect(instantOf('2026-11-20T09:30', zone)).toBe(now);
});

test('begins today with the day of the site, not of the browser', () => {
  expect(searchRange({ range: 'today', ...none }, now, zone).fromUtcMs).toBe(Date.UTC(2026, 10, 19, 22));
});

test('leaves relative ranges open, so that what happens now is in them', () => {
  expect(searchRange({ range: '3d', ...none }, now, zone)).toEqual({
    fromUtcMs: now - 3 * 86_400_000,
    toUtcMs: undefined,
  });
});

test('closes every range at the present for the motion index', () => {
  expect(closedRange({ range: 'custom', fromUtcMs: now - 1000, toUtcMs: now + 5000 }, now, zone)).toEqual({
    fromUtcMs: now - 1000,
    toUtcMs: now,
  });
  expect(closedRange({ range: 'custom', ...none }, now, zone).toUtcMs).toBe(now);
});

test('a range is another one when its ends change, and by the zone only where days count', () => {
  const key = (range: 'today' | '3d', timeZone: string): string => rangeKey({ range, ...none }, timeZone);
  expect(key('3d', 'UTC')).toBe(key('3d', zone));
  expect(key('today', 'UTC')).not.toBe(key('today', zone));
  expect(rangeKey({ range: 'custom', fromUtcMs: 1, toUtcMs: 2 }, zone)).not.toBe(
    rangeKey({ range: 'custom', fromUtcMs: 1, toUtcMs: 3 }, zone),
  );
});
