import type { ScheduleInput, ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { openSpansOf } from '@sightline/domain/schedules/schedule-now';
import { dayOf, startOfDayNamed, wallTimeOf, zoneOffsetMs } from '@sightline/domain/time/zone-time';
import { overlap } from '../../ui/week/drawn-hours.ts';
import { spansOf } from '../../ui/week/week-hours.ts';

/** What a new schedule is before anything is said: working days of the field's usual week. */
export const newSchedule = (name: string, timeZone: string): ScheduleInput => ({
  name,
  timeZone,
  hours: [0, 1, 2, 3, 4].map((day) => ({ day, fromMinute: 480, toMinute: 1080 })),
  exceptions: [],
});

/** What is wrong before a schedule is sent; null when nothing is. `hours`: a span that ends before it begins or overlaps another; `date`: none, or twice the same. */
export function wrongPart({ name, hours, exceptions }: ScheduleInput): 'name' | 'hours' | 'date' | null {
  if (name.trim() === '') return 'name';
  const days = [...[0, 1, 2, 3, 4, 5, 6].map((day) => spansOf(hours, day)), ...exceptions.map((one) => one.hours)];
  if (days.some((spans) => overlap(spans) || spans.some(({ fromMinute, toMinute }) => fromMinute >= toMinute)))
    return 'hours';
  const dates = exceptions.map(({ date }) => date);
  return dates.includes('') || new Set(dates).size < dates.length ? 'date' : null;
}

const dayMs = 86_400_000;

/** What a change of the clocks makes of a schedule's day. Minutes; `openMinutes` in real time, `clockMinutes` as its hours say. */
export interface ClockChange {
  date: string;
  atUtcMs: number;
  fromMinute: number;
  toMinute: number;
  openMinutes: number;
  clockMinutes: number;
}

/** The instant between two at which the clocks are set. */
function changeBetween(low: number, high: number, timeZone: string): number {
  const offset = zoneOffsetMs(low, timeZone);
  let [before, after] = [low, high];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (zoneOffsetMs(middle, timeZone) === offset) before = middle;
    else after = middle;
  }
  return after;
}

const minuteOfDay = (utcMs: number, timeZone: string): number => {
  const { hour, minute } = wallTimeOf(utcMs, timeZone);
  return hour * 60 + minute;
};

/** The next two changes of the zone's clocks within a year, and how long the schedule is open on those days. */
export function clockChanges(times: ScheduleTimes, nowUtcMs: number): ClockChange[] {
  const { timeZone, hours, exceptions } = times;
  const found: ClockChange[] = [];
  for (let day = 0; day < 366 && found.length < 2; day += 1) {
    const low = nowUtcMs + day * dayMs;
    if (zoneOffsetMs(low, timeZone) === zoneOffsetMs(low + dayMs, timeZone)) continue;
    const atUtcMs = changeBetween(low, low + dayMs, timeZone);
    const date = dayOf(atUtcMs, timeZone);
    const startUtcMs = startOfDayNamed(date, timeZone) ?? atUtcMs;
    const spans = openSpansOf(times, { fromUtcMs: startUtcMs, days: 1 });
    const open = spans.reduce((sum, span) => sum + span.toUtcMs - span.fromUtcMs, 0);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const said = exceptions.find((one) => one.date === date)?.hours ?? spansOf(hours, weekday);
    found.push({
      date,
      atUtcMs,
      fromMinute: (minuteOfDay(atUtcMs - 60_000, timeZone) + 1) % 1440,
      toMinute: minuteOfDay(atUtcMs, timeZone),
      openMinutes: Math.round(open / 60_000),
      clockMinutes: said.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0),
    });
  }
  return found;
}
