/** What one cell of a ribbon shows. `empty`: nothing is known or wanted there. */
export type RibbonCell = 'empty' | 'full' | 'strong' | 'gap';

interface Span {
  fromUtcMs: number;
  toUtcMs: number;
}

interface RibbonSource extends Span {
  full: readonly Span[];
  gaps: readonly Span[];
  /** Levels 0-255 per `bucketMs` from `fromUtcMs` on; null where not known. */
  levels: readonly (number | null)[];
  bucketMs: number;
}

const strongFrom = 24;

const touches = (spans: readonly Span[], from: number, to: number): boolean =>
  spans.some((span) => span.fromUtcMs < to && span.toUtcMs > from);

/** Cells of a ribbon over a range. A gap wins over everything, because what is missing must be seen. */
export const ribbonCells = (source: RibbonSource, count: number): RibbonCell[] => {
  const stepMs = (source.toUtcMs - source.fromUtcMs) / count;
  return Array.from({ length: count }, (_none, index) => {
    const from = source.fromUtcMs + index * stepMs;
    const to = from + stepMs;
    if (touches(source.gaps, from, to)) return 'gap';
    if (!touches(source.full, from, to)) return 'empty';
    if (source.bucketMs <= 0) return 'full';
    const levels = source.levels.slice(
      Math.floor((from - source.fromUtcMs) / source.bucketMs),
      Math.max(1, Math.ceil((to - source.fromUtcMs) / source.bucketMs)),
    );
    return levels.some((level) => level !== null && level >= strongFrom) ? 'strong' : 'full';
  });
};

/** Runs of equal cells: start, length, kind. */
export const ribbonRuns = (cells: readonly RibbonCell[]): { start: number; length: number; cell: RibbonCell }[] => {
  const runs: { start: number; length: number; cell: RibbonCell }[] = [];
  cells.forEach((cell, index) => {
    const last = runs.at(-1);
    if (last !== undefined && last.cell === cell) last.length += 1;
    else runs.push({ start: index, length: 1, cell });
  });
  return runs;
};
