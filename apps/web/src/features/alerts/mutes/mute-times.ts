import { utcOf, wallTimeOf } from '@sightline/domain/time/zone-time';

/** Hours for which a camera can be muted; every mute ends by itself. */
export const muteHours = [1, 8, 72] as const;

/** 08:00 of the next day by the clocks of the site. */
export function tomorrowAtEight(nowUtcMs: number, timeZone: string): number {
  const { year, month, day } = wallTimeOf(nowUtcMs, timeZone);
  return utcOf({ year, month, day: day + 1, hour: 8, minute: 0, second: 0 }, timeZone);
}
