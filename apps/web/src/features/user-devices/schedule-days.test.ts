import { describe, expect, it } from 'vitest';
import { clockOf, daysFrom, minutesOf, wholeDay, withoutQuiet } from './schedule-days.ts';

describe('times of the schedule', () => {
  it('refuses what is no time, and reads midnight as the end of the day where it ends', () => {
    expect(minutesOf('', false)).toBeNull();
    expect([minutesOf('00:00', false), minutesOf('00:00', true), minutesOf('09:05', true)]).toEqual([0, 1440, 545]);
    expect([clockOf(545), clockOf(1440)]).toEqual(['09:05', '00:00']);
  });

  it('PUSH-003 takes quiet hours out of a day, also over midnight', () => {
    expect(withoutQuiet([wholeDay], { from: 780, to: 840 })).toEqual([
      { from: 0, to: 780 },
      { from: 840, to: 1440 },
    ]);
    expect(withoutQuiet([wholeDay], { from: 1320, to: 420 })).toEqual([{ from: 420, to: 1320 }]);
    expect(withoutQuiet([{ from: 0, to: 300 }], { from: 1320, to: 420 })).toEqual([]);
    expect(withoutQuiet([{ from: 480, to: 1020 }], { from: 1320, to: 420 })).toEqual([{ from: 480, to: 1020 }]);
  });

  it('begins the week where the person does', () => {
    expect(daysFrom(1)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  });
});
