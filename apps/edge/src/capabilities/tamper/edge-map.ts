/** Columns and rows of the grid that views are compared on. */
export const viewColumns = 160;
export const viewRows = 90;
export const viewPoints = viewColumns * viewRows;

/** Weaker steps are noise of the sensor and the encoder. */
const minStep = 8;
/** ... and so are those that are weak beside the picture's own spread. */
const minShare = 0.3;

/** Which way it grows lighter: a bit each, so that neighbours can be taken together. */
const ways = { right: 1, left: 2, down: 4, up: 8 } as const;
export const wayBits = [ways.right, ways.left, ways.down, ways.up] as const;

/**
 * Writes into `edges` where light and dark meet, and which way it grows lighter: only the steepest point of each border. The factor of an
 * iris changes none of it. Answers how many there are.
 */
export function findEdges(grid: Float32Array, spread: number, edges: Uint8Array): number {
  const least = Math.max(minStep, spread * minShare);
  let count = 0;
  edges.fill(0);
  for (let row = 1; row < viewRows - 1; row++)
    for (let at = row * viewColumns + 1; at < (row + 1) * viewColumns - 1; at++) {
      const across = grid[at + 1]! - grid[at - 1]!;
      const down = grid[at + viewColumns]! - grid[at - viewColumns]!;
      const isAcross = Math.abs(across) >= Math.abs(down);
      const step = isAcross ? across : down;
      if (Math.abs(step) < least || !isSteepest(grid, at, { stride: isAcross ? 1 : viewColumns, step })) continue;
      edges[at] = isAcross ? (step > 0 ? ways.right : ways.left) : step > 0 ? ways.down : ways.up;
      count++;
    }
  return count;
}

/** Whether the step on either side is no larger. Beyond the grid there is none. */
function isSteepest(grid: Float32Array, at: number, { stride, step }: { stride: number; step: number }): boolean {
  const size = Math.abs(step);
  const before = grid[at]! - (grid[at - 2 * stride] ?? grid[at]!);
  const after = (grid[at + 2 * stride] ?? grid[at]!) - grid[at]!;
  return Math.abs(before) <= size && Math.abs(after) <= size;
}

/** Every edge also counts at its neighbours: cameras tremble, and grids round. */
export function widenEdges(edges: Uint8Array, wide: Uint8Array): void {
  wide.fill(0);
  for (let row = 1; row < viewRows - 1; row++)
    for (let at = row * viewColumns + 1; at < (row + 1) * viewColumns - 1; at++) {
      const way = edges[at]!;
      if (way === 0) continue;
      for (let near = at - viewColumns; near <= at + viewColumns; near += viewColumns) {
        wide[near - 1]! |= way;
        wide[near]! |= way;
        wide[near + 1]! |= way;
      }
    }
}
