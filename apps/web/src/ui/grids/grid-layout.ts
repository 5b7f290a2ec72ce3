/** The most cameras that a grid shows at once. */
export const maxCells = 48;

/** Columns and rows for a number of cameras: as square as it goes, rather wider than high, with no empty row. */
export const gridOf = (cells: number): { columns: number; rows: number } => {
  const count = Math.min(maxCells, Math.max(1, Math.round(cells)));
  const columns = Math.ceil(Math.sqrt(count));
  return { columns, rows: Math.ceil(count / columns) };
};

/** Every size of grid, 1 to 48. */
export const gridSizes: readonly number[] = Array.from({ length: maxCells }, (_, index) => index + 1);
