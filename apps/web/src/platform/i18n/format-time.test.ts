import { afterEach, expect, test } from 'vitest';
import { chooseDates, firstDayOfWeek } from './date-choices.ts';
import { formatClock, formatDayOfYear, formatMonth, formatSince, formatTime, isSameDay } from './format-time.ts';

afterEach(() => chooseDates({ dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' }));

const winter = Date.UTC(2026, 10, 20, 12, 31, 52);

test('shows times of day with 24 hours and the zone', () => {
  expect(formatTime(winter, 'Asia/Jerusalem')).toBe('14:31 IST');
  expect(formatTime(winter, 'America/New_York', 'seconds')).toBe('07:31:52 EST');
  expect(formatTime(Date.UTC(2026, 10, 20, 22, 5), 'Asia/Jerusalem')).toBe('00:05 IST');
});

test('adds the day to what began on another day of the site', () => {
  const now = Date.UTC(2026, 10, 20, 22, 30);
  expect(isSameDay(Date.UTC(2026, 10, 20, 21, 59), now, 'Asia/Jerusalem')).toBe(false);
  expect(formatSince(Date.UTC(2026, 10, 20, 21, 59), now, 'Asia/Jerusalem')).toBe('20 Nov 2026, 23:59 IST');
  expect(formatSince(Date.UTC(2026, 10, 20, 22, 1), now, 'Asia/Jerusalem')).toBe('00:01 IST');
});

test('ACCT-003 writes dates and times as the person chose', async () => {
  await chooseDates({ dateFormat: 'YYYY-MM-DD', timeFormat: '12h', firstDayOfWeek: 'saturday' });
  expect(formatTime(winter, 'Asia/Jerusalem', 'full')).toBe('2026-11-20, 2:31 PM IST');
  expect(formatTime(winter, 'Asia/Jerusalem', 'seconds')).toBe('2:31:52 PM IST');
  expect(firstDayOfWeek()).toBe(6);
  await chooseDates({ dateFormat: 'DD/MM/YYYY', timeFormat: '24h', firstDayOfWeek: 'system' });
  expect(formatTime(winter, 'Asia/Jerusalem', 'day')).toBe('20/11/2026');
  expect(formatSince(Date.UTC(2026, 10, 20, 21, 59), Date.UTC(2026, 10, 20, 22, 30), 'Asia/Jerusalem')).toBe(
    '20/11/2026, 23:59 IST',
  );
  await chooseDates({ dateFormat: 'MM/DD/YYYY', timeFormat: 'system', firstDayOfWeek: 'system' });
  expect(formatTime(winter, 'Asia/Jerusalem', 'full')).toBe('11/20/2026, 14:31 IST');
  expect(firstDayOfWeek()).toBe(1);
});

test('ACCT-003 writes clocks and days of a scale as the person chose, with the half of the day', async () => {
  const scale = () => [
    formatClock(winter, 'Asia/Jerusalem', 'second'),
    formatClock(winter, 'Asia/Jerusalem', 'minute'),
    formatDayOfYear(winter, 'Asia/Jerusalem'),
    formatMonth(winter, 'Asia/Jerusalem'),
  ];
  expect(scale()).toEqual(['14:31:52', '14:31', '20 Nov', 'Nov 2026']);
  for (const [dateFormat, day] of [
    ['DD/MM/YYYY', '20/11'],
    ['MM/DD/YYYY', '11/20'],
    ['YYYY-MM-DD', '11-20'],
  ] as const) {
    await chooseDates({ dateFormat, timeFormat: '12h', firstDayOfWeek: 'system' });
    expect(scale()).toEqual(['2:31:52 PM', '2:31 PM', day, 'Nov 2026']);
  }
});
