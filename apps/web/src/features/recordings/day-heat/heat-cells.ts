import type { DrawnCoverage } from '../coverage/coverage-tiles.ts';

/** One cell of a day: how much moved, 0..1; null where nothing is known to be recorded. */
export type HeatCell = number | null;

/** The strongest motion in each of `count` equal parts of a day. What is not recorded is no calm: it is null. */
export function heatCells(
  { motion, recorded }: Pick<DrawnCoverage, 'motion' | 'recorded'>,
  day: { fromMs: number; toMs: number },
  count: number,
): HeatCell[] {
  const cell = (day.toMs - day.fromMs) / count;
  const cells: HeatCell[] = Array.from({ length: count }, () => null);
  const span = (fromMs: number, toMs: number): [number, number] => [
    Math.max(0, Math.floor((fromMs - day.fromMs) / cell)),
    Math.min(count, Math.ceil((toMs - day.fromMs) / cell)),
  ];
  for (const { fromUtcMs, toUtcMs } of recorded) {
    const [first, end] = span(fromUtcMs, toUtcMs);
    cells.fill(0, first, Math.max(first, end));
  }
  for (const { fromUtcMs, bucketMs, levels } of motion)
    for (const [index, level] of levels.entries()) {
      if (level === null || level === 0) continue;
      const [first, end] = span(fromUtcMs + index * bucketMs, fromUtcMs + (index + 1) * bucketMs);
      for (let at = first; at < end; at += 1) cells[at] = Math.max(cells[at] ?? 0, level / 255);
    }
  return cells;
}

/** The hour in which most moved, as its share of the day; null on a day without motion. */
export function busiestShare(cells: readonly HeatCell[], parts: number): number | null {
  const size = cells.length / parts;
  const sums = Array.from({ length: parts }, (_, part) =>
    cells.slice(Math.floor(part * size), Math.floor((part + 1) * size)).reduce<number>((sum, it) => sum + (it ?? 0), 0),
  );
  const most = Math.max(...sums);
  return most === 0 ? null : sums.indexOf(most) / parts;
}
