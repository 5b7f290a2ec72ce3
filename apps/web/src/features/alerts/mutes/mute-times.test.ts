import { expect, test } from 'vitest';
import { tomorrowAtEight } from './mute-times.ts';

test('ALERT-041 tomorrow at eight is that of the site, also when its clocks are set in between', () => {
  // Just after midnight in Jerusalem it is still yesterday by UTC.
  expect(tomorrowAtEight(Date.UTC(2026, 5, 10, 21, 30), 'Asia/Jerusalem')).toBe(Date.UTC(2026, 5, 12, 5));
  expect(tomorrowAtEight(Date.UTC(2026, 5, 10, 20, 30), 'Asia/Jerusalem')).toBe(Date.UTC(2026, 5, 11, 5));
  // The night of 29 March 2026 has an hour less in Berlin.
  expect(tomorrowAtEight(Date.UTC(2026, 2, 28, 18), 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 6));
});
