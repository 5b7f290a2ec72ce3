import { describe, expect, it } from 'vitest';
import { dayOf, startOfDay, startOfDayNamed, utcOf, wallTimeOf, zoneOffsetMs } from './zone-time.ts';

const newYork = 'America/New_York';
const hour = 3_600_000;

describe('wall clocks of a zone', () => {
  it('refuses days that do not exist', () => {
    expect(startOfDayNamed('2026-02-30', newYork)).toBeNull();
    expect(startOfDayNamed('26-2-3', newYork)).toBeNull();
  });

  it('takes the first of two equal times when the clocks are set back', () => {
    const utcMs = utcOf({ year: 2026, month: 11, day: 1, hour: 1, minute: 30, second: 0 }, newYork);
    expect(new Date(utcMs).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(wallTimeOf(utcMs + hour, newYork)).toMatchObject({ hour: 1, minute: 30 });
  });

  it('steps over the hour that the clocks leave out', () => {
    const utcMs = utcOf({ year: 2026, month: 3, day: 8, hour: 2, minute: 30, second: 0 }, newYork);
    expect(wallTimeOf(utcMs, newYork)).toMatchObject({ hour: 3, minute: 30 });
  });

  it('knows days of 23 and 25 hours', () => {
    const spring = startOfDayNamed('2026-03-08', newYork) ?? 0;
    expect(startOfDay(spring, newYork, 1) - spring).toBe(23 * hour);
    const autumn = startOfDayNamed('2026-11-01', newYork) ?? 0;
    expect(startOfDay(autumn, newYork, 1) - autumn).toBe(25 * hour);
  });

  it('names the day of the site, not of UTC', () => {
    expect(dayOf(Date.UTC(2026, 10, 20, 22, 30), 'Asia/Jerusalem')).toBe('2026-11-21');
    expect(zoneOffsetMs(Date.UTC(2026, 10, 20), 'Asia/Kathmandu')).toBe(5.75 * hour);
  });

  it('finds its way back from every quarter of an hour of a year', () => {
    for (const zone of ['Asia/Jerusalem', newYork, 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      for (let utcMs = Date.UTC(2026, 0, 1); utcMs < Date.UTC(2027, 0, 1); utcMs += 61 * 15 * 60_000) {
        const back = utcOf(wallTimeOf(utcMs, zone), zone);
        expect(utcMs - back === 0 || (utcMs > back && utcMs - back <= hour)).toBe(true);
      }
    }
  });
});
