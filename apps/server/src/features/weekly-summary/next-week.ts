import { siteDays, siteInstant } from '@sightline/domain/time/site-days';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** On which day (0 is Sunday) and at which hour of a zone something happens every week. */
export interface WeeklyTime {
  weekday: number;
  hour: number;
  timeZone: string;
}

/** The first such instant after this one. Where the clocks jump over the hour it is the first one after; where they repeat it, the first of the two. */
export function nextWeekly({ weekday, hour, timeZone }: WeeklyTime, afterMs: number): number {
  for (const { day } of siteDays(timeZone, afterMs - dayMs, afterMs + 9 * dayMs).days) {
    const wall = Date.parse(`${day}T00:00:00Z`);
    const at = siteInstant(timeZone, wall + hour * hourMs);
    if (new Date(wall).getUTCDay() === weekday && at > afterMs) return at;
  }
  throw new Error(`no such weekday: ${weekday}`);
}
