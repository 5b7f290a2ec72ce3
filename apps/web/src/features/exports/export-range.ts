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
export const minuteBefore = (atMs: number): ExportRange => ({
  fromUtcMs: Math.round(atMs - firstLengthMs),
  toUtcMs: Math.round(atMs),
});

/** Of what the timeline shows: both handles can be taken hold of, and the range is small enough to be meant. */
const shareOfView = 1 / 12;
const shortestMs = 10_000;

/** What a range is made of that nobody marked yet. Instants are UTC ms. */
export interface RangeAround {
  /** The instant on screen. */
  atMs: number;
  nowMs: number;
  view: { fromMs: number; toMs: number };
  /** What is known to be recorded there. */
  recorded: readonly ExportRange[];
}

/** The time around an instant, as long as the view makes it easy to change, within one recording where there is one. */
export function firstRange({ atMs, nowMs, view, recorded }: RangeAround): ExportRange {
  const length = Math.max(shortestMs, (view.toMs - view.fromMs) * shareOfView);
  const toUtcMs = Math.min(nowMs, atMs + length / 2);
  const wanted = { fromUtcMs: Math.round(toUtcMs - length), toUtcMs: Math.round(toUtcMs) };
  const around = recorded.find((piece) => piece.fromUtcMs <= atMs && piece.toUtcMs >= atMs);
  const piece = around ?? recorded.findLast((each) => overlapOf(each, wanted) > 0);
  if (!piece || overlapOf(piece, wanted) < shortestMs / 2) return wanted;
  return {
    fromUtcMs: Math.max(wanted.fromUtcMs, piece.fromUtcMs),
    // What is being recorded goes on between two looks at it.
    toUtcMs: nowMs - piece.toUtcMs < growsWithinMs ? wanted.toUtcMs : Math.min(wanted.toUtcMs, piece.toUtcMs),
  };
}

const growsWithinMs = 20_000;
const overlapOf = (a: ExportRange, b: ExportRange): number =>
  Math.min(a.toUtcMs, b.toUtcMs) - Math.max(a.fromUtcMs, b.fromUtcMs);

/** Moves the start or the end to an instant; the other end gives way when they would cross. */
export function withEnd(range: ExportRange | null, end: 'from' | 'to', atMs: number): ExportRange {
  const at = Math.round(atMs);
  if (end === 'from')
    return { fromUtcMs: at, toUtcMs: range && range.toUtcMs > at ? range.toUtcMs : at + firstLengthMs };
  return { fromUtcMs: range && range.fromUtcMs < at ? range.fromUtcMs : at - firstLengthMs, toUtcMs: at };
}
