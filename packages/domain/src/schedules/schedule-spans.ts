import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import { dayOf, startOfDay, wallTimeOf, zoneOffsetMs } from '../time/zone-time.ts';

/** A time in which a schedule is open: UTC ms, `fromUtcMs` included, `toUtcMs` not. */
export interface OpenSpan {
  fromUtcMs: number;
  toUtcMs: number;
}

/** Days on which other hours hold than on their weekday, by `yyyy-mm-dd`; none means closed all day. Minutes of the day. */
export type ScheduleExceptions = ReadonlyMap<string, readonly { fromMinute: number; toMinute: number }[]>;

/** Pieces of a day between which the clocks of the zone are set: within one of them wall time runs like time. */
function piecesOf(startUtcMs: number, endUtcMs: number, timeZone: string): OpenSpan[] {
  const offset = zoneOffsetMs(startUtcMs, timeZone);
  if (zoneOffsetMs(endUtcMs - 1, timeZone) === offset) return [{ fromUtcMs: startUtcMs, toUtcMs: endUtcMs }];
  let [low, high] = [startUtcMs, endUtcMs - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffsetMs(middle, timeZone) === offset) low = middle;
    else high = middle;
  }
  return [{ fromUtcMs: startUtcMs, toUtcMs: high }, ...piecesOf(high, endUtcMs, timeZone)];
}

function minuteOfDay(utcMs: number, timeZone: string): number {
  const { hour, minute, second } = wallTimeOf(utcMs, timeZone);
  return hour * 60 + minute + second / 60;
}

/** Neighbours that touch become one. */
export function joined(spans: readonly OpenSpan[]): OpenSpan[] {
  const kept: OpenSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.fromUtcMs - b.fromUtcMs)) {
    const last = kept.at(-1);
    if (last !== undefined && span.fromUtcMs <= last.toUtcMs) last.toUtcMs = Math.max(last.toUtcMs, span.toUtcMs);
    else kept.push({ ...span });
  }
  return kept;
}

/**
 * When a weekly schedule is open, as instants, for whole days of the zone from the one that holds `fromUtcMs`. An hour that
 * occurs twice when the clocks are set back counts twice; of one that they skip only what lies outside counts.
 */
export function openSpans(
  { hours, exceptions, timeZone }: { hours: WeeklyHours; exceptions?: ScheduleExceptions; timeZone: string },
  { fromUtcMs, days }: { fromUtcMs: number; days: number },
): OpenSpan[] {
  const spans: OpenSpan[] = [];
  for (let day = 0; day < days; day += 1) {
    const startUtcMs = startOfDay(fromUtcMs, timeZone, day);
    const name = dayOf(startUtcMs, timeZone);
    const weekday = new Date(`${name}T00:00:00Z`).getUTCDay();
    const wanted = exceptions?.get(name) ?? hours.filter((span) => span.day === weekday);
    for (const piece of piecesOf(startUtcMs, startOfDay(fromUtcMs, timeZone, day + 1), timeZone)) {
      const zeroUtcMs = piece.fromUtcMs - minuteOfDay(piece.fromUtcMs, timeZone) * 60_000;
      for (const { fromMinute, toMinute } of wanted) {
        const opensUtcMs = Math.max(piece.fromUtcMs, zeroUtcMs + fromMinute * 60_000);
        const endsUtcMs = Math.min(piece.toUtcMs, zeroUtcMs + toMinute * 60_000);
        if (opensUtcMs < endsUtcMs) spans.push({ fromUtcMs: opensUtcMs, toUtcMs: endsUtcMs });
      }
    }
  }
  return joined(spans);
}
