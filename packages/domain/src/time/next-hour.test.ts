import { expect, test } from 'vitest';
import { nextHour } from './next-hour.ts';

const at = (text: string): number => Date.parse(text);

test.each<[string, [number, string], string]>([
  ['2026-03-02T03:59:59Z', [4, 'UTC'], '2026-03-02T04:00:00Z'],
  ['2026-03-02T04:00:00Z', [4, 'UTC'], '2026-03-03T04:00:00Z'],
  ['2026-03-02T03:30:00Z', [4, 'Europe/Berlin'], '2026-03-03T03:00:00Z'],
  ['2026-12-31T23:30:00Z', [0, 'Europe/Berlin'], '2027-01-01T23:00:00Z'],
  // The clocks are set forward over 02:00, and back over 02:00.
  ['2026-03-28T12:00:00Z', [2, 'Europe/Berlin'], '2026-03-29T01:00:00Z'],
  ['2026-10-24T12:00:00Z', [2, 'Europe/Berlin'], '2026-10-25T00:00:00Z'],
  ['2026-10-25T00:00:00Z', [2, 'Europe/Berlin'], '2026-10-26T01:00:00Z'],
  ['2026-03-02T03:59:59Z', [4, 'Nowhere/Atall'], '2026-03-02T04:00:00Z'],
])('after %s it is the hour of %j at %s', (from, [hour, zone], next) => {
  expect(new Date(nextHour(at(from), hour, zone)).toISOString()).toBe(new Date(at(next)).toISOString());
});
