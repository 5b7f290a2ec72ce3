import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import { wallTimeOf } from './zone-time.ts';

/**
 * Whether an instant lies within hours of a week, by the clocks of the zone: an hour that occurs twice when they are set back
 * counts twice, one that they skip never comes.
 */
export function isWithinHours(hours: WeeklyHours, timeZone: string, utcMs: number): boolean {
  if (hours.length === 0) return false;
  const { year, month, day, hour, minute } = wallTimeOf(utcMs, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const minuteOfDay = hour * 60 + minute;
  return hours.some((span) => span.day === weekday && span.fromMinute <= minuteOfDay && minuteOfDay < span.toMinute);
}
