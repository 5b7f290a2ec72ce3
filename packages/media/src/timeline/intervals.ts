/** Half-open stretch of time [startMs, endMs). */
export interface Interval {
  startMs: number;
  endMs: number;
}

/** Sorts and joins intervals that overlap or lie at most `toleranceMs` apart; empty ones vanish. */
export function mergeIntervals(intervals: readonly Interval[], toleranceMs = 0): Interval[] {
  const sorted = intervals.filter((one) => one.endMs > one.startMs).toSorted((a, b) => a.startMs - b.startMs);
  const merged: Interval[] = [];
  for (const one of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && one.startMs <= last.endMs + toleranceMs) last.endMs = Math.max(last.endMs, one.endMs);
    else merged.push({ startMs: one.startMs, endMs: one.endMs });
  }
  return merged;
}

/** The part of the intervals inside `range`. */
export function clipIntervals<T extends Interval>(intervals: readonly T[], range: Interval): T[] {
  return intervals.flatMap((one) => {
    const startMs = Math.max(one.startMs, range.startMs);
    const endMs = Math.min(one.endMs, range.endMs);
    return endMs > startMs ? [{ ...one, startMs, endMs }] : [];
  });
}

/** What of `from` is not in `taken`. Both may overlap and be in any order. */
export function subtractIntervals(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const holes = mergeIntervals(taken);
  const left: Interval[] = [];
  for (const one of mergeIntervals(from)) {
    let startMs = one.startMs;
    for (const hole of holes) {
      if (hole.endMs <= startMs || hole.startMs >= one.endMs) continue;
      if (hole.startMs > startMs) left.push({ startMs, endMs: hole.startMs });
      startMs = Math.max(startMs, hole.endMs);
    }
    if (startMs < one.endMs) left.push({ startMs, endMs: one.endMs });
  }
  return left;
}

/** The stretches of `range` without footage. */
export function findGaps(recorded: readonly Interval[], range: Interval): Interval[] {
  return subtractIntervals([range], recorded);
}

/** Total length in ms; overlaps count once. */
export function totalMs(intervals: readonly Interval[]): number {
  return mergeIntervals(intervals).reduce((sum, one) => sum + one.endMs - one.startMs, 0);
}
