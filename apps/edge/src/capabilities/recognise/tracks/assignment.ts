/** Pairs of a row and a column. */
export interface Pair {
  row: number;
  column: number;
}

/**
 * Cheapest assignment of rows to columns (Hungarian method, O(n³)). Costs at or above `limit` are never paired;
 * not every row or column need be.
 */
export function assign(costs: readonly (readonly number[])[], limit: number): Pair[] {
  const rows = costs.length;
  const columns = costs[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return [];
  const size = Math.max(rows, columns);
  const cost = (row: number, column: number): number => {
    const value = costs[row]?.[column] ?? limit;
    return value < limit ? value : limit;
  };
  const rowOfColumn = solve(size, cost);
  const pairs: Pair[] = [];
  for (let column = 0; column < columns; column += 1) {
    const row = rowOfColumn[column] ?? -1;
    if (row >= 0 && row < rows && cost(row, column) < limit) pairs.push({ row, column });
  }
  return pairs;
}

interface Problem {
  size: number;
  cost: (row: number, column: number) => number;
  rowPotential: Float64Array;
  columnPotential: Float64Array;
  /** Row of each column; 0 is free. Rows and columns count from 1. */
  matched: Int32Array;
}

/** The square problem, by shortest augmenting paths with potentials. */
function solve(size: number, cost: Problem['cost']): number[] {
  const problem: Problem = {
    size,
    cost,
    rowPotential: new Float64Array(size + 1),
    columnPotential: new Float64Array(size + 1),
    matched: new Int32Array(size + 1),
  };
  for (let row = 1; row <= size; row += 1) augment(problem, row);
  return Array.from(problem.matched.subarray(1), (row) => row - 1);
}

/** Gives one more row a column; others may change theirs for it. */
function augment(problem: Problem, row: number): void {
  const { size, matched } = problem;
  const way = new Int32Array(size + 1);
  const least = new Float64Array(size + 1).fill(Infinity);
  const used = new Uint8Array(size + 1);
  matched[0] = row;
  let column = 0;
  do {
    used[column] = 1;
    column = nextColumn(problem, column, { way, least, used });
  } while ((matched[column] ?? 0) !== 0);
  while (column !== 0) {
    const previous = way[column] ?? 0;
    matched[column] = matched[previous] ?? 0;
    column = previous;
  }
}

/** The nearest column that was not visited; moves the potentials so that its edge costs nothing. */
function nextColumn(
  problem: Problem,
  column: number,
  { way, least, used }: { way: Int32Array; least: Float64Array; used: Uint8Array },
): number {
  const { size, cost, rowPotential, columnPotential, matched } = problem;
  const current = matched[column] ?? 0;
  let delta = Infinity;
  let next = 0;
  for (let candidate = 1; candidate <= size; candidate += 1) {
    if (used[candidate] === 1) continue;
    const reduced = cost(current - 1, candidate - 1) - (rowPotential[current] ?? 0) - (columnPotential[candidate] ?? 0);
    if (reduced < (least[candidate] ?? Infinity)) {
      least[candidate] = reduced;
      way[candidate] = column;
    }
    if ((least[candidate] ?? Infinity) < delta) [delta, next] = [least[candidate] ?? Infinity, candidate];
  }
  for (let index = 0; index <= size; index += 1) {
    if (used[index] === 1) {
      const owner = matched[index] ?? 0;
      rowPotential[owner] = (rowPotential[owner] ?? 0) + delta;
      columnPotential[index] = (columnPotential[index] ?? 0) - delta;
    } else least[index] = (least[index] ?? Infinity) - delta;
  }
  return next;
}
