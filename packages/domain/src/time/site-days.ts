/** A day of a site: its name `yyyy-mm-dd` and the instant (UTC ms) at which it begins there. */
export interface SiteDay {
  day: string;
  startUtcMs: number;
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
};

/** Wall clock of the zone at an instant, written as if it were UTC, in ms. */
function wallMs(timeZone: string, utcMs: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(utcMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** True when the runtime knows the IANA zone. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Instant (UTC ms) at which the wall clock of the zone first shows `wall` (written as if it were UTC, in ms) or, where the clock jumps over it, the first instant after. */
export function siteInstant(timeZone: string, wall: number): number {
  let guess = wall - (wallMs(timeZone, wall) - wall);
  guess = wall - (wallMs(timeZone, guess) - guess);
  const earlier = guess - 3_600_000;
  if (wallMs(timeZone, earlier) === wall) return earlier;
  return wallMs(timeZone, guess) < wall ? guess + (wall - wallMs(timeZone, guess)) : guess;
}

/** The days of the zone that touch [fromUtcMs, toUtcMs), in order, and the instant at which the last one ends. */
export function siteDays(timeZone: string, fromUtcMs: number, toUtcMs: number): { days: SiteDay[]; endUtcMs: number } {
  const firstWall = Math.floor(wallMs(timeZone, fromUtcMs) / dayMs) * dayMs;
  const days: SiteDay[] = [];
  let wall = firstWall;
  let startUtcMs = siteInstant(timeZone, wall);
  while (startUtcMs < toUtcMs) {
    days.push({ day: new Date(wall).toISOString().slice(0, 10), startUtcMs });
    wall += dayMs;
    startUtcMs = siteInstant(timeZone, wall);
  }
  return { days, endUtcMs: startUtcMs };
}
