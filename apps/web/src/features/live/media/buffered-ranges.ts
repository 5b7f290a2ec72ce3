/** Seconds of media time, [from, to). */
export interface MediaRange {
  from: number;
  to: number;
}

export function rangesOf(buffered: TimeRanges): MediaRange[] {
  return Array.from({ length: buffered.length }, (_, index) => ({
    from: buffered.start(index),
    to: buffered.end(index),
  }));
}

/** Holes smaller than this are rounding between fragments, not missing video. Seconds. */
const seam = 0.05;

/** The range that holds an instant, or null. */
export function rangeAt(ranges: readonly MediaRange[], at: number): MediaRange | null {
  return ranges.find((range) => at >= range.from - seam && at < range.to) ?? null;
}

/** Seconds that can be played from an instant on without a hole. */
export function aheadOf(ranges: readonly MediaRange[], at: number): number {
  const range = rangeAt(ranges, at);
  return range ? range.to - at : 0;
}

/** Start of the first range that begins after an instant, or null. */
export function nextStart(ranges: readonly MediaRange[], at: number): number | null {
  const starts = ranges.map((range) => range.from).filter((from) => from > at);
  return starts.length > 0 ? Math.min(...starts) : null;
}

/** End of everything, or null when there is nothing. */
export function lastEnd(ranges: readonly MediaRange[]): number | null {
  return ranges.at(-1)?.to ?? null;
}
