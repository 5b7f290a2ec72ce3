import type { OpenSpan } from './schedule-spans.ts';

/** Index of the first span that ends after an instant. */
function firstEndingAfter(spans: readonly OpenSpan[], utcMs: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.toUtcMs <= utcMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an instant lies in one of the spans. */
export function isOpenAt(spans: readonly OpenSpan[], utcMs: number): boolean {
  const span = spans[firstEndingAfter(spans, utcMs)];
  return span !== undefined && span.fromUtcMs <= utcMs;
}

/** The next instant after this one at which the schedule opens or ends; infinity when it stays as it is. */
export function nextChange(spans: readonly OpenSpan[], utcMs: number): number {
  const span = spans[firstEndingAfter(spans, utcMs)];
  if (span === undefined) return Number.POSITIVE_INFINITY;
  return span.fromUtcMs > utcMs ? span.fromUtcMs : span.toUtcMs;
}
