import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { hoursOverlap } from '../cameras/weekly-hours.ts';
import { startOfDay, startOfDayNamed } from '../time/zone-time.ts';
import { isOpenAt, nextChange } from './open-at.ts';
import { openSpans, type OpenSpan } from './schedule-spans.ts';

/** Looked ahead in steps: most schedules change within days, and reading a zone's clocks is slow. */
const daysAhead = [2, 9, 61] as const;

/** When a schedule is open, as instants, for whole days of its zone from the one that holds `fromUtcMs`. */
export const openSpansOf = (
  { hours, exceptions, timeZone }: ScheduleTimes,
  time: { fromUtcMs: number; days: number },
): OpenSpan[] =>
  openSpans({ hours, exceptions: new Map(exceptions.map((each) => [each.date, each.hours])), timeZone }, time);

/** Whether a schedule is open at an instant. */
export const isScheduleOpen = (times: ScheduleTimes, utcMs: number): boolean =>
  isOpenAt(openSpansOf(times, { fromUtcMs: utcMs, days: 1 }), utcMs);

/** Whether a schedule is open at an instant, and when that changes next within 60 days: UTC ms, null when it does not. */
export function scheduleNow(times: ScheduleTimes, utcMs: number): { isOpen: boolean; changesAtUtcMs: number | null } {
  for (const days of daysAhead) {
    const spans = openSpansOf(times, { fromUtcMs: utcMs, days });
    const changesAtUtcMs = nextChange(spans, utcMs);
    // Where the days that were looked at end, a span ends that may go on.
    if (changesAtUtcMs < startOfDay(utcMs, times.timeZone, days))
      return { isOpen: isOpenAt(spans, utcMs), changesAtUtcMs };
  }
  return { isOpen: isScheduleOpen(times, utcMs), changesAtUtcMs: null };
}

/** When a schedule opens or ends next after an instant, however far away: UTC ms; null when it never does. */
export function nextScheduleChange(times: ScheduleTimes, utcMs: number): number | null {
  const { changesAtUtcMs } = scheduleNow(times, utcMs);
  if (changesAtUtcMs !== null) return changesAtUtcMs;
  // The hours of the week alone change it within one: further away only a date with other hours does.
  for (const date of times.exceptions.map((each) => each.date).toSorted()) {
    const startUtcMs = startOfDayNamed(date, times.timeZone);
    if (startUtcMs === null || startUtcMs <= utcMs) continue;
    const found = nextChange(openSpansOf(times, { fromUtcMs: startUtcMs - 1, days: 3 }), startUtcMs - 1);
    if (found < startOfDay(startUtcMs, times.timeZone, 2)) return found;
  }
  return null;
}

/** Whether two spans of one day share a minute, or a date stands in the exceptions twice. */
export const scheduleOverlaps = ({ hours, exceptions }: Pick<ScheduleTimes, 'hours' | 'exceptions'>): boolean =>
  hoursOverlap(hours) ||
  exceptions.some(({ hours: ofDate }) => hoursOverlap(ofDate.map((span) => ({ day: 0, ...span })))) ||
  new Set(exceptions.map(({ date }) => date)).size < exceptions.length;
