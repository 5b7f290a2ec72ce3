import type { StatusSpan, StatusState } from '@sightline/contracts/status/status';

/** From an instant on this state was shown. */
export interface StatusMoment {
  atUtcMs: number;
  state: StatusState;
}

/** Half-open range [fromUtcMs, toUtcMs). */
export interface StatusRange {
  fromUtcMs: number;
  toUtcMs: number;
}

/** What was shown when, within a range. Moments are in order of time; before the first nothing is known. Neighbours of one state are one span. */
export function spansOf(moments: readonly StatusMoment[], { fromUtcMs, toUtcMs }: StatusRange): StatusSpan[] {
  const spans: StatusSpan[] = [];
  for (const [index, { atUtcMs, state }] of moments.entries()) {
    const from = Math.max(fromUtcMs, atUtcMs);
    const to = Math.min(toUtcMs, moments[index + 1]?.atUtcMs ?? toUtcMs);
    if (to <= from) continue;
    const before = spans.at(-1);
    if (before?.state === state && before.toUtcMs === from) before.toUtcMs = to;
    else spans.push({ fromUtcMs: from, toUtcMs: to, state });
  }
  return spans;
}

const lengthOf = (spans: readonly StatusSpan[]): number =>
  spans.reduce((sum, span) => sum + span.toUtcMs - span.fromUtcMs, 0);

/** Share of the time that it was shown as online, 0..1, of the time in which it was connected at all; null when that is none. */
export function uptimeShare(spans: readonly StatusSpan[]): number | null {
  const known = lengthOf(spans.filter(({ state }) => state !== 'notConnected'));
  return known === 0 ? null : lengthOf(spans.filter(({ state }) => state === 'online')) / known;
}
