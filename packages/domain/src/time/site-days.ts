import { utcOf, zoneOffsetMs } from './zone-time.ts';

/** A day of a site: its name `yyyy-mm-dd` and the instant (UTC ms) at which it begins there. */
export interface SiteDay {
  day: string;
  startUtcMs: number;
}

const dayMs = 86_400_000;

/** Runtimes take offsets as well, which no list of zones offers and which know no summer time. */
const isOffset = (name: string): boolean => /^[+\-\u2212]/.test(name);

/** True when the runtime knows the IANA zone. */
export function isTimeZone(name: string): boolean {
  if (isOffset(name)) return false;
  try {
    zoneOffsetMs(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Instant (UTC ms) at which the wall clock of the zone first shows `wall` (written as if it were UTC, in ms); as {@link utcOf} where the clock jumps over it. */
export function siteInstant(timeZone: string, wall: number): number {
  const at = new Date(wall);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  return utcOf(
    { year, month, day, hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
    timeZone,
  );
}

/** Instant (UTC ms) at which the first of the last `count` days of the zone begins; today, at `nowUtcMs`, is the last of them. `count` is at least 1. */
export function startOfLastDays(timeZone: string, count: number, nowUtcMs: number): number {
  const { days } = siteDays(timeZone, nowUtcMs - (count + 1) * dayMs, nowUtcMs + 1);
  return days.at(-count)?.startUtcMs ?? nowUtcMs;
}

/** The days of the zone that touch [fromUtcMs, toUtcMs), in order, and the instant at which the last one ends. Of a range after 1970 none begins before 1970, which no instant on the wire can. */
export function siteDays(timeZone: string, fromUtcMs: number, toUtcMs: number): { days: SiteDay[]; endUtcMs: number } {
  const firstWall = Math.floor((fromUtcMs + zoneOffsetMs(fromUtcMs, timeZone)) / dayMs) * dayMs;
  const days: SiteDay[] = [];
  let wall = firstWall;
  let startUtcMs = Math.max(siteInstant(timeZone, wall), fromUtcMs < 0 ? -Infinity : 0);
  while (startUtcMs < toUtcMs) {
    days.push({ day: new Date(wall).toISOString().slice(0, 10), startUtcMs });
    wall += dayMs;
    startUtcMs = siteInstant(timeZone, wall);
  }
  return { days, endUtcMs: startUtcMs };
}
