import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import { inWeekOrder } from '@sightline/domain/cameras/weekly-hours';
import { firstDayOfWeek } from '../../platform/i18n/date-choices.ts';
import { dayName } from '../../platform/i18n/format-time.ts';

export type Span = WeeklyHours[number];

/** Part of a day, in minutes of its clock; 1440 is its end. */
export type Hours = Omit<Span, 'day'>;

export const endOfDay = 1440;
/** Spans that one day may have. */
const maxPerDay = 10;

export const spansOf = (schedule: WeeklyHours, day: number): Span[] =>
  inWeekOrder(schedule.filter((span) => span.day === day));

/** `480` as `08:00`; the end of the day as `00:00`, because clocks have no 24:00. */
export const clockOf = (minute: number): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
};

/** Minute of the day; null when the text is no time. Midnight at the end of a span is the end of the day. */
export const minuteOf = (text: string, end: 'from' | 'to'): number | null => {
  const found = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text);
  if (!found) return null;
  const minute = Number(found[1]) * 60 + Number(found[2]);
  return end === 'to' && minute === 0 ? endOfDay : minute;
};

/** The schedule with another list of spans on one day. */
export const withDay = (schedule: WeeklyHours, day: number, spans: readonly Hours[]): WeeklyHours => [
  ...schedule.filter((span) => span.day !== day),
  ...spans.map((span) => ({ ...span, day })),
];

/** A further span of a day: working hours first, then what is left of the day. Null when nothing is left. */
export const nextHours = (hours: readonly Hours[]): Hours | null => {
  const last = hours.toSorted((a, b) => a.fromMinute - b.fromMinute).at(-1);
  if (hours.length >= maxPerDay) return null;
  if (last === undefined) return { fromMinute: 480, toMinute: 1080 };
  return last.toMinute >= endOfDay ? null : { fromMinute: last.toMinute, toMinute: endOfDay };
};

/** The spans of one day on every day. */
export const onEveryDay = (schedule: WeeklyHours, day: number): WeeklyHours =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((each) => spansOf(schedule, day).map((span) => ({ ...span, day: each })));

/** Days of the week with their names, from the one with which the week begins for this person. */
export const weekdays = (): { day: number; name: string }[] =>
  Array.from({ length: 7 }, (_, index) => (index + firstDayOfWeek()) % 7).map((day) => ({ day, name: dayName(day) }));
