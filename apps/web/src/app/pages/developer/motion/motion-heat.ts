/** A cell of the motion grid, 0..143 row by row, and its share of the one in which most moved, 0..1. */
export interface CellHeat {
  cell: number;
  share: number;
}

/** Compares cells with the one in which most moved. Everything is 0 where nothing moved. */
export const heatOf = (movedMs: readonly number[]): CellHeat[] => {
  const most = Math.max(1, ...movedMs);
  return movedMs.map((ms, cell) => ({ cell, share: ms / most }));
};
