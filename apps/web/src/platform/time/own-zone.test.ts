import { expect, test } from 'vitest';
import { commonZone, ownZone } from './own-zone.ts';

test('what belongs to no site is told in the zone of all sites when they agree, else in that of the browser', () => {
  expect(commonZone(['Europe/Berlin', 'Europe/Berlin'])).toBe('Europe/Berlin');
  expect(commonZone(['Europe/Berlin', 'Asia/Jerusalem'])).toBe(ownZone());
  expect(commonZone([])).toBe(ownZone());
});
