import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinHours } from './weekly-hours.ts';

const hour = 3_600_000;
/** Sunday, 1 to 4 o'clock at night: both changes of the clocks in Berlin fall into it. */
const night = [{ day: 0, fromMinute: 60, toMinute: 240 }];
const lengthOf = (fromUtcMs: number, toUtcMs: number, zone: string): number => {
  let minutes = 0;
  for (let at = fromUtcMs; at < toUtcMs; at += 60_000) if (isWithinHours(night, zone, at)) minutes += 1;
  return minutes / 60;
};

describe('hours of a week', () => {
  it('without any never hold', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), (utcMs) => !isWithinHours([], 'Europe/Berlin', utcMs)));
  });

  it('begin with their first minute and end before their last', () => {
    const friday = [{ day: 5, fromMinute: 480, toMinute: 1440 }];
    const at = (time: string): boolean => isWithinHours(friday, 'UTC', Date.parse(`2026-11-20T${time}Z`));
    expect([at('07:59:59.999'), at('08:00:00'), at('23:59:59.999')]).toEqual([false, true, true]);
    expect(isWithinHours(friday, 'UTC', Date.parse('2026-11-21T00:00:00Z'))).toBe(false);
  });

  it('are those of the site, not of the machine', () => {
    const instant = Date.parse('2026-11-20T20:30:00Z');
    expect(isWithinHours([{ day: 6, fromMinute: 0, toMinute: 60 * 8 }], 'Asia/Tokyo', instant)).toBe(true);
    expect(isWithinHours([{ day: 5, fromMinute: 60 * 15, toMinute: 60 * 16 }], 'America/New_York', instant)).toBe(true);
  });

  it('are an hour shorter when clocks are set forward and an hour longer when they are set back', () => {
    const day = (date: string): number =>
      lengthOf(Date.parse(`${date}T00:00:00+01:00`) - 2 * hour, Date.parse(`${date}T12:00:00+01:00`), 'Europe/Berlin');
    expect([day('2026-03-22'), day('2026-03-29'), day('2026-10-25')]).toEqual([3, 2, 4]);
  });

  it('of every minute of the week always hold', () => {
    const all = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, toMinute: 1440 }));
    const zone = fc.constantFrom('Asia/Jerusalem', 'Australia/Lord_Howe', 'America/St_Johns');
    fc.assert(fc.property(fc.integer({ min: 0, max: 4e12 }), zone, (utcMs, name) => isWithinHours(all, name, utcMs)));
  });
});
