/** A span of time. */
export interface Span {
  fromUtcMs: number;
  toUtcMs: number;
}

/** A day as cells of equal length, with what is missing in it. */
export interface CellDay {
  range: Span;
  cells: number;
  gaps: readonly Span[];
}

/** The cell at a place of the ribbon, which is drawn from left to right. */
export const cellAt = ({ left, width }: { left: number; width: number }, x: number, cells: number): number =>
  width <= 0 ? cells - 1 : Math.min(cells - 1, Math.max(0, Math.floor(((x - left) / width) * cells)));

/** The moment that a cell stands for: where the longest gap in it begins, so that nobody looks for it in ten minutes; its middle otherwise. */
export function momentIn({ range, cells, gaps }: CellDay, cell: number): number {
  const stepMs = (range.toUtcMs - range.fromUtcMs) / cells;
  const from = range.fromUtcMs + cell * stepMs;
  const lengthIn = ({ fromUtcMs, toUtcMs }: Span): number =>
    Math.min(toUtcMs, from + stepMs) - Math.max(fromUtcMs, from);
  const [gap] = gaps.filter((span) => lengthIn(span) > 0).toSorted((a, b) => lengthIn(b) - lengthIn(a));
  return Math.round(gap === undefined ? from + stepMs / 2 : Math.max(from, gap.fromUtcMs));
}

const hourCells = 6;

/** The cell after a key; null for keys that move nothing. Arrows follow time, not the direction of the page. */
export function steppedCell(cell: number, key: string, cells: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -hourCells,
    PageUp: hourCells,
    Home: -cells,
    End: cells,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(cells - 1, Math.max(0, cell + step));
}
