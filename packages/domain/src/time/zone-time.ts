/** A date and a time of day as a wall clock of some zone shows them. `month` is 1-12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

/** What the clocks of the zone show at an instant. */
export function wallTimeOf(utcMs: number, timeZone: string): WallTime {
  const wall: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const part of partsFormatter(timeZone).formatToParts(utcMs)) {
    if (part.type in wall) wall[part.type as keyof WallTime] = Number(part.value);
  }
  return wall;
}

const asUtc = (wall: WallTime): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);

/** How far the zone's clocks are ahead of UTC at an instant, in ms. */
export function zoneOffsetMs(utcMs: number, timeZone: string): number {
  const whole = Math.floor(utcMs / 1000) * 1000;
  return asUtc(wallTimeOf(whole, timeZone)) - whole;
}

/**
 * The instant at which the clocks of the zone show this time. Fields may overflow (day 32, hour -1). A time that occurs
 * twice (clocks set back) means the first; one that never occurs (clocks set forward) means the instant of the change
 * plus what lies beyond it, as if the clocks had not been set.
 */
export function utcOf(wall: WallTime, timeZone: string): number {
  const asIf = asUtc(wall);
  const before = asIf - zoneOffsetMs(asIf - 86_400_000, timeZone);
  const after = asIf - zoneOffsetMs(asIf + 86_400_000, timeZone);
  const candidates = [before, after].filter((utcMs) => utcMs + zoneOffsetMs(utcMs, timeZone) === asIf);
  return candidates.length > 0 ? Math.min(...candidates) : before;
}

/** First instant of the zone's day that holds `utcMs`, moved by whole days. */
export function startOfDay(utcMs: number, timeZone: string, addDays = 0): number {
  const { year, month, day } = wallTimeOf(utcMs, timeZone);
  return utcOf({ year, month, day: day + addDays, hour: 0, minute: 0, second: 0 }, timeZone);
}

/** `yyyy-mm-dd` of the zone's day that holds `utcMs`. */
export function dayOf(utcMs: number, timeZone: string): string {
  const { year, month, day } = wallTimeOf(utcMs, timeZone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** First instant of a day written `yyyy-mm-dd`, or null when it is no day. */
export function startOfDayNamed(day: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number);
  const checked = new Date(Date.UTC(year, month - 1, date));
  if (checked.getUTCMonth() !== month - 1 || checked.getUTCDate() !== date) return null;
  return utcOf({ year, month, day: date, hour: 0, minute: 0, second: 0 }, timeZone);
}
