import { describe, expect, it } from 'vitest';
import { isTimeZone, siteDays, startOfLastDays } from './site-days.ts';

const hours = (zone: string, from: string, to: string): number[] => {
  const { days, endUtcMs } = siteDays(zone, Date.parse(from), Date.parse(to));
  return days.map((day, index) => ((days[index + 1]?.startUtcMs ?? endUtcMs) - day.startUtcMs) / 3_600_000);
};

describe('siteDays', () => {
  it('answers no day for an empty range that begins at midnight', () => {
    expect(siteDays('UTC', 0, 0).days).toEqual([]);
  });

  it('has a day of 23 and one of 25 hours where the clock changes', () => {
    expect(hours('Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([24, 23, 24]);
    expect(hours('Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z')).toEqual([24, 25, 24]);
  });

  it('begins a day at one where midnight itself is jumped over', () => {
    const { days } = siteDays(
      'America/Santiago',
      Date.parse('2026-09-06T12:00:00Z'),
      Date.parse('2026-09-06T13:00:00Z'),
    );
    expect(days).toEqual([{ day: '2026-09-06', startUtcMs: Date.parse('2026-09-06T04:00:00Z') }]);
  });

  it('uses the day of the site, not of UTC', () => {
    const { days } = siteDays('Asia/Jerusalem', Date.parse('2026-01-01T23:00:00Z'), Date.parse('2026-01-01T23:30:00Z'));
    expect(days).toEqual([{ day: '2026-01-02', startUtcMs: Date.parse('2026-01-01T22:00:00Z') }]);
  });
});

describe('startOfLastDays', () => {
  it('counts days of the site, not hours: also just before and after midnight, with a change of the clock in between', () => {
    for (const [now, first] of [
      ['2026-11-20T21:52:00Z', '2026-10-21T21:00:00Z'],
      ['2026-11-20T22:00:00Z', '2026-10-22T21:00:00Z'],
      ['2026-11-20T22:01:00Z', '2026-10-22T21:00:00Z'],
      ['2026-04-10T21:30:00Z', '2026-03-12T22:00:00Z'],
    ] as const) {
      const startUtcMs = startOfLastDays('Asia/Jerusalem', 30, Date.parse(now));
      expect(new Date(startUtcMs).toISOString(), now).toBe(first.replace('Z', '.000Z'));
      expect(siteDays('Asia/Jerusalem', startUtcMs, Date.parse(now) + 1).days).toHaveLength(30);
    }
  });

  it('begins with today when one is asked for', () => {
    expect(startOfLastDays('UTC', 1, Date.parse('2026-11-20T00:00:00Z'))).toBe(Date.parse('2026-11-20T00:00:00Z'));
  });
});

describe('isTimeZone', () => {
  it('refuses names that no zone has', () => {
    expect(['', 'Mars/Base', 'UTC+99:99', '__proto__'].map(isTimeZone)).toEqual([false, false, false, false]);
    expect(['Asia/Jerusalem', 'UTC', 'Etc/GMT+5', 'EST5EDT'].map(isTimeZone)).toEqual([true, true, true, true]);
  });

  it('LOC-023 refuses offsets, which runtimes take for zones', () => {
    expect(['+05:00', '-0330', '+05', '-00:00', '\u{2212}05:00'].map(isTimeZone)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
