import { expect, test } from 'vitest';
import { clockOfZone, zoneAbbreviation } from './zone-names.ts';

const winter = Date.UTC(2026, 10, 20, 12, 31, 52);
const summer = Date.UTC(2026, 6, 1, 12, 31, 52);

test('names the zone of the site, not of the browser, in summer and winter', () => {
  expect(zoneAbbreviation(winter, 'Asia/Jerusalem')).toBe('IST');
  expect(zoneAbbreviation(summer, 'Asia/Jerusalem')).toBe('IDT');
  expect(zoneAbbreviation(winter, 'America/New_York')).toBe('EST');
  expect(zoneAbbreviation(winter, 'Europe/Amsterdam')).toBe('CET');
  expect(zoneAbbreviation(winter, 'UTC')).toBe('UTC');
});

test('falls back to the offset where no short name is in use', () => {
  expect(zoneAbbreviation(winter, 'Asia/Kathmandu')).toBe('GMT+5:45');
});

test('a clock is told with its zone, in which it may be another day already', () => {
  expect(clockOfZone(winter, 'Asia/Jerusalem')).toBe('14:31 IST');
  expect(clockOfZone(summer, 'Asia/Jerusalem')).toBe('15:31 IDT');
  expect(clockOfZone(winter, 'Pacific/Auckland')).toBe('01:31 NZDT');
});
