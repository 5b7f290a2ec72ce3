import { endOfDay, type Hours } from './week-hours.ts';

/** What a pointer draws snaps to quarters of an hour; fields take every minute. */
export const stepMinutes = 15;

/** Nearest quarter of an hour within the day. */
export const snapped = (minute: number): number =>
  Math.min(endOfDay, Math.max(0, Math.round(minute / stepMinutes) * stepMinutes));

/** The free time of a day around a minute, between those spans that do not hold it. */
function roomAround(others: readonly Hours[], minute: number): Hours {
  const ends = others.map(({ toMinute }) => toMinute).filter((end) => end <= minute);
  const starts = others.map(({ fromMinute }) => fromMinute).filter((start) => start >= minute);
  return { fromMinute: Math.max(0, ...ends), toMinute: Math.min(endOfDay, ...starts) };
}

const clamped = (minute: number, from: number, to: number): number => Math.min(Math.max(minute, from), to);

/** The spans with one more, drawn from one minute to another and ending where others begin; the same ones while it is nothing. */
export function withDrawn(hours: readonly Hours[], anchor: number, at: number): readonly Hours[] {
  const room = roomAround(hours, anchor);
  const [from, to] = [snapped(Math.min(anchor, at)), snapped(Math.max(anchor, at))];
  const fromMinute = clamped(from, room.fromMinute, room.toMinute);
  const toMinute = clamped(to, room.fromMinute, room.toMinute);
  return fromMinute < toMinute ? [...hours, { fromMinute, toMinute }] : hours;
}

/** The spans with one end of one of them elsewhere: not beyond its other end, and not into a neighbour. */
export function withEnd(
  hours: readonly Hours[],
  index: number,
  { end, minute }: { end: 'from' | 'to'; minute: number },
): readonly Hours[] {
  const span = hours[index];
  if (span === undefined) return hours;
  const room = roomAround(hours.toSpliced(index, 1), end === 'from' ? span.toMinute - 1 : span.fromMinute + 1);
  const next =
    end === 'from'
      ? { ...span, fromMinute: clamped(minute, room.fromMinute, span.toMinute - 1) }
      : { ...span, toMinute: clamped(minute, span.fromMinute + 1, room.toMinute) };
  return hours.with(index, next);
}

/** The spans with one of them later or earlier, as long as before. */
export function withMoved(hours: readonly Hours[], index: number, minutes: number): readonly Hours[] {
  const span = hours[index];
  if (span === undefined) return hours;
  const length = span.toMinute - span.fromMinute;
  const room = roomAround(hours.toSpliced(index, 1), span.fromMinute);
  const fromMinute = clamped(span.fromMinute + minutes, room.fromMinute, room.toMinute - length);
  return hours.with(index, { fromMinute, toMinute: fromMinute + length });
}

/** Where an end of a span goes by a key of the keyboard; null for keys that move nothing. Time runs to the right in every language. */
export function minuteAfterKey(key: string, minute: number, isFine: boolean): number | null {
  const step = isFine ? 1 : stepMinutes;
  const moved: Record<string, number> = {
    ArrowRight: minute + step,
    ArrowUp: minute + step,
    ArrowLeft: minute - step,
    ArrowDown: minute - step,
    PageUp: minute + 60,
    PageDown: minute - 60,
    Home: 0,
    End: endOfDay,
  };
  return moved[key] ?? null;
}

/** Whether two spans of one day share a minute; one may begin when another ends. */
export const overlap = (hours: readonly Hours[]): boolean =>
  hours
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
    .some(({ fromMinute }, index, all) => index > 0 && fromMinute < (all[index - 1]?.toMinute ?? 0));
