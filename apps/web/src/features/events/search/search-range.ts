import { startOfDay, utcOf, wallTimeOf } from '@sightline/domain/time/zone-time';

/** Ranges of time by name; `3d` is the default. */
export const rangeNames = ['hour', 'today', '3d', '7d', '30d', 'custom'] as const;

export type RangeName = (typeof rangeNames)[number];

/** What is asked of the server: without an end the range stays open, so that what happens now is in it. */
export interface SearchRange {
  fromUtcMs: number | undefined;
  toUtcMs: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lengths = { hour: hourMs, '3d': 3 * dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs } as const;

interface Wanted {
  range: RangeName;
  fromUtcMs: number | null;
  toUtcMs: number | null;
}

/** A range as instants. `today` begins with the day of the site. */
export function searchRange({ range, fromUtcMs, toUtcMs }: Wanted, nowUtcMs: number, timeZone: string): SearchRange {
  if (range === 'custom') return { fromUtcMs: fromUtcMs ?? undefined, toUtcMs: toUtcMs ?? undefined };
  if (range === 'today') return { fromUtcMs: startOfDay(nowUtcMs, timeZone), toUtcMs: undefined };
  return { fromUtcMs: nowUtcMs - lengths[range], toUtcMs: undefined };
}

/** A range with both ends, as the motion index wants it. */
export function closedRange(
  wanted: Wanted,
  nowUtcMs: number,
  timeZone: string,
): { fromUtcMs: number; toUtcMs: number } {
  const { fromUtcMs, toUtcMs } = searchRange(wanted, nowUtcMs, timeZone);
  const to = Math.min(toUtcMs ?? nowUtcMs, nowUtcMs);
  return { fromUtcMs: fromUtcMs ?? to - lengths['3d'], toUtcMs: to };
}

/** Names a range by what decides it; while the name stays the same, so does the moment at which it was asked. */
export const rangeKey = ({ range, fromUtcMs, toUtcMs }: Wanted, timeZone: string): string =>
  range === 'today' ? `${range} ${timeZone}` : `${range} ${fromUtcMs} ${toUtcMs}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-20T14:05`, as a day-and-time field of the browser holds it, on the site's clock. */
export function fieldText(utcMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTimeOf(utcMs, timeZone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** The instant that a day-and-time field names on the site's clock, or null when it is not complete. */
export function instantOf(text: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return utcOf({ year, month, day, hour, minute, second: 0 }, timeZone);
}
