import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import { describe, expect, it } from 'vitest';
import { armedByHand, armedNow, armingWith, armedSpansOfRule, isRuleArmed } from './arming.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Monday, 2026-06-01, midnight in Berlin. */
const mondayUtcMs = Date.UTC(2026, 4, 31, 22);
/** Armed from 20:00 to 24:00 on Mondays and Tuesdays. */
const nights = {
  timeZone: 'Europe/Berlin',
  hours: [1, 2].map((day) => ({ day, fromMinute: 1200, toMinute: 1440 })),
  exceptions: [],
};
const plain = { schedule: null, exitDelayS: 0, reArmMin: null, disArmMin: null };
const never: Arming = { state: 'disarmed', fromUtcMs: mondayUtcMs, untilUtcMs: mondayUtcMs, schedule: nights };
const stateAt = (arming: Arming, hour: number) => armedNow(arming, mondayUtcMs + hour * hourMs).state;

describe('an alarm', () => {
  it('without a schedule stays as somebody said (ALARMDEF-004)', () => {
    const disarmed = armedByHand('disarmed', plain, mondayUtcMs);
    expect(armedNow(disarmed, mondayUtcMs)).toEqual({ state: 'disarmed', changesAtUtcMs: null });
    expect(stateAt(disarmed, 24 * 40)).toBe('disarmed');
    const armed = armedByHand('armed', plain, mondayUtcMs);
    expect(armedNow(armed, mondayUtcMs)).toEqual({ state: 'armed', changesAtUtcMs: null });
    expect(stateAt(armed, 24 * 40)).toBe('armed');
  });

  it('is armed again so many minutes after it was disarmed by hand, and disarmed after it was armed (ALARMDEF-004)', () => {
    const disarmed = armedByHand('disarmed', { ...plain, reArmMin: 1 }, mondayUtcMs);
    expect(armedNow(disarmed, mondayUtcMs + minuteMs - 1)).toEqual({
      state: 'disarmed',
      changesAtUtcMs: mondayUtcMs + minuteMs,
    });
    expect(armedNow(disarmed, mondayUtcMs + minuteMs)).toEqual({ state: 'armed', changesAtUtcMs: null });
    const armed = armedByHand('armed', { ...plain, disArmMin: 2 }, mondayUtcMs);
    expect(armedNow(armed, mondayUtcMs + 2 * minuteMs - 1).state).toBe('armed');
    expect(armedNow(armed, mondayUtcMs + 2 * minuteMs)).toEqual({ state: 'disarmed', changesAtUtcMs: null });
  });

  it('follows its schedule while nobody says anything (ALARMDEF-004)', () => {
    expect([19, 20, 23, 24, 44, 68].map((hour) => stateAt(never, hour))).toEqual([
      'disarmed',
      'armed',
      'armed',
      'disarmed',
      'armed',
      'disarmed',
    ]);
    expect(armedNow(never, mondayUtcMs).changesAtUtcMs).toBe(mondayUtcMs + 20 * hourMs);
  });

  it('disarmed by hand in armed hours is armed with the next ones, and armed by hand holds to the end of them', () => {
    const at = (hour: number) => mondayUtcMs + hour * hourMs;
    const disarmed = armedByHand('disarmed', { ...plain, schedule: nights }, at(21));
    expect([21, 23, 25, 43, 44].map((hour) => stateAt(disarmed, hour))).toEqual([
      'disarmed',
      'disarmed',
      'disarmed',
      'disarmed',
      'armed',
    ]);
    const early = armedByHand('armed', { ...plain, schedule: nights }, at(18));
    expect([18, 20, 23, 24].map((hour) => stateAt(early, hour))).toEqual(['armed', 'armed', 'armed', 'disarmed']);
    expect(armedNow(early, at(18)).changesAtUtcMs).toBe(at(24));
  });

  it('is not armed before the time to leave is over, also in armed hours', () => {
    const at = mondayUtcMs + 21 * hourMs;
    const armed = armedByHand('armed', { ...plain, schedule: nights, exitDelayS: 60 }, at);
    expect(armedNow(armed, at)).toEqual({ state: 'disarmed', changesAtUtcMs: at + minuteMs });
    expect(armedNow(armed, at + minuteMs).state).toBe('armed');
  });

  it('disarmed by hand is armed again by a date that is months away (ALARMDEF-004)', () => {
    const hours = [{ fromMinute: 0, toMinute: 1440 }];
    const holidays = { ...nights, hours: [], exceptions: [{ date: '2026-12-25', hours }] };
    const disarmed = armedByHand('disarmed', { ...plain, schedule: holidays }, mondayUtcMs);
    const noon = Date.UTC(2026, 11, 25, 11);
    expect(armedNow(disarmed, noon).state).toBe('armed');
    expect(armedNow(disarmed, noon + 24 * hourMs).state).toBe('disarmed');
  });

  it('crosses the changes of the clocks with its schedule', () => {
    // 2026-03-29: 02:00 becomes 03:00 in Berlin; armed from 01:00 to 04:00 on Sundays is two hours then.
    const sundays = { ...nights, hours: [{ day: 0, fromMinute: 60, toMinute: 240 }] };
    const midnight = Date.UTC(2026, 2, 28, 23);
    const arming: Arming = { state: 'disarmed', fromUtcMs: midnight, untilUtcMs: midnight, schedule: sundays };
    expect(armedNow(arming, midnight + hourMs)).toEqual({ state: 'armed', changesAtUtcMs: midnight + 3 * hourMs });
  });
});

describe('an alarm that gets another schedule', () => {
  const mornings = { ...nights, hours: [{ day: 1, fromMinute: 360, toMinute: 600 }] };
  const minutes = { reArmMin: null, disArmMin: null };
  const at = mondayUtcMs + 21 * hourMs;

  it('follows the new one when nothing said by hand holds, and stays as it is without any', () => {
    expect(stateAt(armingWith(never, { ...minutes, schedule: mornings }, at), 21)).toBe('disarmed');
    const without = armingWith(never, { ...minutes, schedule: null }, at);
    expect(armedNow(without, at)).toEqual({ state: 'armed', changesAtUtcMs: null });
    const disarmed = armingWith(never, { ...minutes, schedule: null }, mondayUtcMs);
    expect(armedNow(disarmed, mondayUtcMs)).toEqual({ state: 'disarmed', changesAtUtcMs: null });
  });

  it('keeps what was said by hand: to its end, to the next change of the new schedule, or for good', () => {
    const byHand = armedByHand('disarmed', { ...plain, schedule: nights }, at);
    expect(armingWith(byHand, { ...minutes, schedule: null }, at)).toMatchObject({
      state: 'disarmed',
      untilUtcMs: null,
    });
    const next = armingWith(byHand, { ...minutes, schedule: mornings }, at);
    expect(armedNow(next, at)).toEqual({ state: 'disarmed', changesAtUtcMs: mondayUtcMs + (7 * 24 + 6) * hourMs });
    const timed = armedByHand('disarmed', { ...plain, reArmMin: 5 }, at);
    expect(armingWith(timed, { ...minutes, reArmMin: 5, schedule: mornings }, at).untilUtcMs).toBe(at + 5 * minuteMs);
  });
});

describe('a rule', () => {
  const armed = armedByHand('armed', plain, mondayUtcMs);
  const disarmed = armedByHand('disarmed', plain, mondayUtcMs);

  it('of no alarm is always armed; of several while one of them is', () => {
    expect(armedSpansOfRule([], { fromUtcMs: mondayUtcMs, days: 2 })).toBeNull();
    expect(isRuleArmed([], mondayUtcMs)).toBe(true);
    expect(isRuleArmed([disarmed, armed], mondayUtcMs)).toBe(true);
    expect(isRuleArmed([disarmed, never], mondayUtcMs)).toBe(false);
    expect(isRuleArmed([disarmed, never], mondayUtcMs + 21 * hourMs)).toBe(true);
    expect(armedSpansOfRule([disarmed], { fromUtcMs: mondayUtcMs, days: 2 })).toEqual([]);
  });
});
