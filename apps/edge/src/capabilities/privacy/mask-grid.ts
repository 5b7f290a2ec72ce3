import { touchesRectangle } from '@sightline/domain/cameras/areas';

/** Squares of a picture that are hidden: `cells` row by row, 1 is hidden. Squares at the right and lower edge may be cut off. */
export interface MaskGrid {
  /** Side of a square in pixels; a multiple of 16, so that what is hidden does not bleed into its surroundings when encoded. */
  block: number;
  columns: number;
  rows: number;
  cells: Uint8Array;
}

/** A point in pixels. */
export interface PixelPoint {
  x: number;
  y: number;
}

const smallestBlock = 16;
/** Squares across the whole picture: a face is a few of them at most. */
export const squaresAcross = 24;

/** A grid of about so many squares across for a picture of this size in pixels, with nothing hidden. */
export function emptyGrid({ width, height }: { width: number; height: number }, across = squaresAcross): MaskGrid {
  const block = Math.max(smallestBlock, Math.ceil(width / across / smallestBlock) * smallestBlock);
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  return { block, columns, rows, cells: new Uint8Array(columns * rows) };
}

/** Hides every square that an area touches. Sides that cross each other leave no hole. */
export function hideArea(grid: MaskGrid, corners: readonly PixelPoint[]): void {
  const { block, columns, cells } = grid;
  const { left, top, right, bottom } = cellsWithin(grid, corners);
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const square = { x: column * block, y: row * block, width: block, height: block };
      if (touchesRectangle(corners, square)) cells[row * columns + column] = 1;
    }
  }
}

/** Hides everything. */
export function hideAll(grid: MaskGrid): void {
  grid.cells.fill(1);
}

/** First and last columns and rows that a shape may touch. */
function cellsWithin(
  { block, columns, rows }: MaskGrid,
  corners: readonly PixelPoint[],
): { left: number; top: number; right: number; bottom: number } {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) / block)),
    top: Math.max(0, Math.floor(Math.min(...ys) / block)),
    right: Math.min(columns - 1, Math.floor(Math.max(...xs) / block)),
    bottom: Math.min(rows - 1, Math.floor(Math.max(...ys) / block)),
  };
}
