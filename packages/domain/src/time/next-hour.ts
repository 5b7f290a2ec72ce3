import { utcOf, wallTimeOf } from './zone-time.ts';

/** The zone, or UTC where this machine does not know its clocks. */
function knownZone(timeZone: string): string {
  try {
    wallTimeOf(0, timeZone);
    return timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}

/** The next instant after this one at which the clocks of the zone show a full hour of the day. */
export function nextHour(utcMs: number, hour: number, timeZone: string): number {
  const zone = knownZone(timeZone);
  const { year, month, day } = wallTimeOf(utcMs, zone);
  for (let later = 0; ; later += 1) {
    const atUtcMs = utcOf({ year, month, day: day + later, hour, minute: 0, second: 0 }, zone);
    if (atUtcMs > utcMs) return atUtcMs;
  }
}
