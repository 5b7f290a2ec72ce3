import type { NotificationSchedule } from '@sightline/contracts/user-devices/user-device';
import { describe, expect, it } from 'vitest';
import { mayArrive } from './arrival-rules.ts';

const none: NotificationSchedule['days'] = [[], [], [], [], [], [], []];
const schedule = (change: Partial<NotificationSchedule>): NotificationSchedule => ({
  enabled: true,
  timezone: 'Asia/Jerusalem',
  days: none,
  quiet: [],
  ...change,
});
/** A Sunday, 10:00 in Jerusalem. */
const sunday = Date.UTC(2026, 10, 22, 8, 0);
const minute = 60_000;

describe('when notifications may arrive', () => {
  it('is never by an empty schedule, always without one or while it is off', () => {
    expect(mayArrive(schedule({}), sunday)).toBe(false);
    expect(mayArrive(null, sunday)).toBe(true);
    expect(mayArrive(schedule({ enabled: false }), sunday)).toBe(true);
  });

  it('goes by the clock and the weekday of the zone, up to but without the last minute', () => {
    const days = none.with(0, [{ from: 600, to: 660 }]);
    expect(mayArrive(schedule({ days }), sunday - minute)).toBe(false);
    expect(mayArrive(schedule({ days }), sunday)).toBe(true);
    expect(mayArrive(schedule({ days }), sunday + 59 * minute)).toBe(true);
    expect(mayArrive(schedule({ days }), sunday + 60 * minute)).toBe(false);
    expect(mayArrive(schedule({ days, timezone: 'UTC' }), sunday)).toBe(false);
    expect(mayArrive(schedule({ days }), sunday + 24 * 60 * minute)).toBe(false);
  });

  it('is not within quiet hours, whatever else is set', () => {
    const quiet = [
      { from: 0, to: 420 },
      { from: 590, to: 610 },
    ];
    expect(mayArrive(schedule({ enabled: false, quiet }), sunday)).toBe(false);
    expect(mayArrive(schedule({ days: none.with(0, [{ from: 0, to: 1440 }]), quiet }), sunday + 5 * minute)).toBe(
      false,
    );
    expect(mayArrive(schedule({ enabled: false, quiet }), sunday + 10 * minute)).toBe(true);
  });
});
