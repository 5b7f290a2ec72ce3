/** Columns and rows of the motion grid; the contract's own numbers, without its schemas. */
export const columns = 16;
export const rows = 9;

const count = columns * rows;

/** Chosen cells, row by row from the top left. */
export type Cells = readonly boolean[];

export const noCells: Cells = Array.from({ length: count }, () => false);
export const allCells: Cells = Array.from({ length: count }, () => true);

/** Reads 36 hex digits; anything else is no cell at all. */
export function cellsOf(hex: string | undefined): Cells {
  if (hex === undefined || !/^[0-9a-f]{36}$/.test(hex)) return noCells;
  return Array.from(
    { length: count },
    (_, index) => (Number.parseInt(hex[index >> 2] ?? '0', 16) & (8 >> (index & 3))) !== 0,
  );
}

/** Writes 36 hex digits, the highest bit of a digit first. */
export function hexOf(cells: Cells): string {
  return Array.from({ length: count / 4 }, (_, digit) =>
    [8, 4, 2, 1]
      .reduce((value, bit, offset) => (cells[digit * 4 + offset] === true ? value + bit : value), 0)
      .toString(16),
  ).join('');
}

export const countOf = (cells: Cells): number => cells.filter(Boolean).length;

/** The rectangle between two cells, set or cleared. */
export function withRectangle(cells: Cells, corners: { from: number; to: number }, isOn: boolean): Cells {
  const [from, to] = [corners.from, corners.to];
  const [left, right] = [Math.min(from % columns, to % columns), Math.max(from % columns, to % columns)];
  const [top, bottom] = [
    Math.min(Math.floor(from / columns), Math.floor(to / columns)),
    Math.max(Math.floor(from / columns), Math.floor(to / columns)),
  ];
  return cells.map((isChosen, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return column >= left && column <= right && row >= top && row <= bottom ? isOn : isChosen;
  });
}

/** The cell beside one; stays at the edges. Columns never mirror: the grid is part of the picture. */
export function neighbour(index: number, key: string): number {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  if (key === 'ArrowLeft') return row * columns + Math.max(0, column - 1);
  if (key === 'ArrowRight') return row * columns + Math.min(columns - 1, column + 1);
  if (key === 'ArrowUp') return Math.max(0, row - 1) * columns + column;
  if (key === 'ArrowDown') return Math.min(rows - 1, row + 1) * columns + column;
  if (key === 'Home') return row * columns;
  return key === 'End' ? row * columns + columns - 1 : index;
}
