import { startOfDayNamed, utcOf, wallTimeOf } from '@sightline/domain/time/zone-time';

export interface ExportRange {
  fromUtcMs: number;
  toUtcMs: number;
}

/** Longest range of one file. */
export const longestExportMs = 24 * 3_600_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-20T14:05:30` on the site's clock. */
export function instantText(utcMs: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = wallTimeOf(utcMs, timeZone);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Reads what `instantText` writes (seconds may be left out); null when it is no day and time. */
export function parseInstant(text: string, timeZone: string): number | null {
  const match = /^\s*(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?\s*$/.exec(text);
  const [, day = '', hours, minutes, seconds] = match ?? [];
  if (startOfDayNamed(day, timeZone) === null) return null;
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return utcOf({ year, month, day: date, hour, minute, second }, timeZone);
}

export type RangeProblem = 'order' | 'tooLong' | 'future';

/** What is wrong with a range, or null. */
export function problemOf({ fromUtcMs, toUtcMs }: ExportRange, nowMs: number): RangeProblem | null {
  if (toUtcMs <= fromUtcMs) return 'order';
  if (toUtcMs - fromUtcMs > longestExportMs) return 'tooLong';
  // The clocks of core and browser may differ a little.
  return toUtcMs > nowMs + 5000 ? 'future' : null;
}

const firstLengthMs = 60_000;

/** The minute before an instant: what people most often want is what they have just seen. */
export const firstRange = (atMs: number): ExportRange => ({
  fromUtcMs: Math.round(atMs - firstLengthMs),
  toUtcMs: Math.round(atMs),
});

/** Moves the start or the end to an instant; the other end gives way when they would cross. */
export function withEnd(range: ExportRange | null, end: 'from' | 'to', atMs: number): ExportRange {
  const at = Math.round(atMs);
  if (end === 'from')
    return { fromUtcMs: at, toUtcMs: range && range.toUtcMs > at ? range.toUtcMs : at + firstLengthMs };
  return { fromUtcMs: range && range.fromUtcMs < at ? range.fromUtcMs : at - firstLengthMs, toUtcMs: at };
}
