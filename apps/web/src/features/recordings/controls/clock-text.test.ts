import { afterEach, describe, expect, it } from 'vitest';
import { chooseDates } from '../../../platform/i18n/date-choices.ts';
import { clockText, parseClock } from './clock-text.ts';

const system = { dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' } as const;
afterEach(() => chooseDates(system));

describe('times of day as people type them', () => {
  it('refuses what is no time', () => {
    for (const text of ['', '14', '24:00', '12:60', '12:00:61', 'noon', '1:2:3:4', '12:00:30.', '12:00:30.1234'])
      expect(parseClock(text)).toBeNull();
  });

  it('reads them with and without seconds', () => {
    expect(parseClock(' 9:05 ')).toEqual({ hour: 9, minute: 5, second: 0, millisecond: 0 });
    expect(parseClock('14.05.30')).toEqual({ hour: 14, minute: 5, second: 30, millisecond: 0 });
    expect(clockText({ hour: 9, minute: 5, second: 0 })).toBe('09:05:00');
  });

  it('reads and shows tenths of a second, so that a jump to what is on screen shows the same picture', () => {
    expect(parseClock('14:05:30.4')).toEqual({ hour: 14, minute: 5, second: 30, millisecond: 400 });
    expect(parseClock('14:05:30,25')).toEqual({ hour: 14, minute: 5, second: 30, millisecond: 250 });
    expect(clockText({ hour: 14, minute: 5, second: 30 }, 478)).toBe('14:05:30.4');
    expect(clockText({ hour: 14, minute: 5, second: 30 }, 78)).toBe('14:05:30');
  });

  it('reads and shows them with 12 hours for whoever has times written so', async () => {
    await chooseDates({ ...system, timeFormat: '12h' });
    for (const hour of [0, 1, 11, 12, 13, 23]) {
      const time = { hour, minute: 5, second: 30, millisecond: 400 };
      expect(parseClock(clockText(time, time.millisecond))).toEqual(time);
    }
    expect(clockText({ hour: 14, minute: 5, second: 30 }, 400)).toBe('2:05:30.4 PM');
    expect(parseClock('2:05 p.m.')).toMatchObject({ hour: 14, minute: 5 });
    for (const text of ['14:05 pm', '0:05 am']) expect(parseClock(text)).toBeNull();
  });
});
