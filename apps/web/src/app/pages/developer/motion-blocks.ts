import { columns, hexOf, rows } from '../../../features/events/motion/cells.ts';

/** A part of the picture: cells of the motion grid that are asked for together. */
export interface MotionBlock {
  key: string;
  /** 36 hex digits. */
  cells: string;
}

const blockColumns = 4;
const blockRows = 3;

const cellsWhere = (isIn: (column: number, row: number) => boolean): string =>
  hexOf(Array.from({ length: columns * rows }, (_, index) => isIn(index % columns, Math.floor(index / columns))));

/** The picture in twelve blocks of 4 × 3 cells, row by row. */
export const pictureBlocks: readonly MotionBlock[] = Array.from({ length: (columns / blockColumns) * (rows / blockRows) }, (_, block) => {
  const [left, top] = [(block % (columns / blockColumns)) * blockColumns, Math.floor(block / (columns / blockColumns)) * blockRows];
  return {
    key: String(block),
    cells: cellsWhere((column, row) => column >= left && column < left + blockColumns && row >= top && row < top + blockRows),
  };
});

/** The twelve cells of one block, row by row. */
export const cellsOfBlock = (block: number): readonly MotionBlock[] => {
  const perRow = columns / blockColumns;
  const [left, top] = [(block % perRow) * blockColumns, Math.floor(block / perRow) * blockRows];
  return Array.from({ length: blockColumns * blockRows }, (_, cell) => {
    const [x, y] = [left + (cell % blockColumns), top + Math.floor(cell / blockColumns)];
    return { key: `${String(block)}.${String(cell)}`, cells: cellsWhere((column, row) => column === x && row === y) };
  });
};

/** Milliseconds that something moved, of the runs that were answered. */
export const movedMs = (runs: readonly { fromUtcMs: number; toUtcMs: number }[]): number =>
  runs.reduce((sum, { fromUtcMs, toUtcMs }) => sum + Math.max(0, toUtcMs - fromUtcMs), 0);
