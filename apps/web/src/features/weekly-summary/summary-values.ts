import type { WeeklySummary } from '@sightline/contracts/weekly-summary/weekly-summary';
import { dateChoices, firstDayOfWeek } from '../../platform/i18n/date-choices.ts';

/** What the form holds: selects deal in texts. */
export interface SummaryValues {
  isEnabled: boolean;
  weekday: string;
  hour: string;
  timeZone: string;
}

export const valuesOf = ({ isEnabled, weekday, hour, timeZone }: WeeklySummary): SummaryValues => ({
  isEnabled,
  weekday: String(weekday),
  hour: String(hour),
  timeZone,
});

export const inputOf = ({ isEnabled, weekday, hour, timeZone }: SummaryValues) => ({
  isEnabled,
  weekday: Number(weekday),
  hour: Number(hour),
  timeZone,
});

/** Days as the person's week counts them, 0 = Sunday. */
export const weekdaysInOrder = (first: number = firstDayOfWeek()): number[] =>
  Array.from({ length: 7 }, (_, index) => (first + index) % 7);

/** `08:00`, or `8:00 AM` for people who chose twelve hours. */
export const hourLabel = (hour: number, timeFormat = dateChoices().timeFormat): string =>
  timeFormat === '12h'
    ? `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`
    : `${String(hour).padStart(2, '0')}:00`;
