import { utcOf, wallTimeOf } from '../time/zone-time.ts';

/** When an entrance was reset last, and when it is reset next: every day at this time of the site's clocks (`HH:mm`). */
export function resetsAround(
  resetAt: string,
  timeZone: string,
  nowUtcMs: number,
): { lastUtcMs: number; nextUtcMs: number } {
  const [hour = 0, minute = 0] = resetAt.split(':').map(Number);
  const today = wallTimeOf(nowUtcMs, timeZone);
  const onDay = (days: number): number => utcOf({ ...today, day: today.day + days, hour, minute, second: 0 }, timeZone);
  const resets = [onDay(-1), onDay(0), onDay(1), onDay(2)];
  return {
    lastUtcMs: resets.findLast((utcMs) => utcMs <= nowUtcMs) ?? onDay(-1),
    nextUtcMs: resets.find((utcMs) => utcMs > nowUtcMs) ?? onDay(2),
  };
}
