import { doorColumns, doorPoints, doorRows } from './door-grid.ts';

/** Half the side of the square around a point whose borders are compared. */
const reach = 2;
/** Borders fainter than this are none; in steps of the logarithm, squared and summed over the square. */
const faint = 0.02;
/** Where only one of two is without borders they differ, however faint. */
const lopsided = 0.5;
/** A point may be so much brighter or darker than the light of the whole explains. */
const levelTolerance = 0.3;

/** The steps of brightness across and down at each point. */
export interface Steps {
  levels: Float32Array;
  across: Float32Array;
  down: Float32Array;
  /** Strength of the borders in the square around each point. */
  energy: Float32Array;
}

/** What is compared of a picture of a door. */
export function stepsOf(levels: Float32Array): Steps {
  const across = new Float32Array(doorPoints);
  const down = new Float32Array(doorPoints);
  const squares = new Float32Array(doorPoints);
  for (let row = 0; row < doorRows; row++) {
    const [above, below] = [Math.max(0, row - 1) * doorColumns, Math.min(doorRows - 1, row + 1) * doorColumns];
    for (let column = 0; column < doorColumns; column++) {
      const at = row * doorColumns + column;
      const right = levels[column === doorColumns - 1 ? at : at + 1]! - levels[column === 0 ? at : at - 1]!;
      const lower = levels[below + column]! - levels[above + column]!;
      across[at] = right;
      down[at] = lower;
      squares[at] = right * right + lower * lower;
    }
  }
  return { levels, across, down, energy: summed(squares) };
}

const rowSums = new Float32Array(doorPoints);

/** Sums over the square around each point; writes over what is given. */
function summed(values: Float32Array): Float32Array {
  for (let start = 0; start < doorPoints; start += doorColumns) {
    let sum = 0;
    for (let column = 0; column < reach; column++) sum += values[start + column]!;
    for (let column = 0; column < doorColumns; column++) {
      if (column + reach < doorColumns) sum += values[start + column + reach]!;
      if (column > reach) sum -= values[start + column - reach - 1]!;
      rowSums[start + column] = sum;
    }
  }
  for (let column = 0; column < doorColumns; column++) {
    let sum = 0;
    for (let row = 0; row < reach; row++) sum += rowSums[row * doorColumns + column]!;
    for (let row = 0; row < doorRows; row++) {
      const at = row * doorColumns + column;
      if (row + reach < doorRows) sum += rowSums[at + reach * doorColumns]!;
      if (row > reach) sum -= rowSums[at - (reach + 1) * doorColumns]!;
      values[at] = sum;
    }
  }
  return values;
}

/** How alike the borders are at each point, 0-1: where light changes they stay. Where neither has any they are alike. */
export function alikeBorders(a: Steps, b: Steps): Float32Array {
  const alike = new Float32Array(doorPoints);
  for (let at = 0; at < doorPoints; at++) alike[at] = a.across[at]! * b.across[at]! + a.down[at]! * b.down[at]!;
  summed(alike);
  for (let at = 0; at < doorPoints; at++) {
    const [one, other] = [Math.max(0, a.energy[at]!), Math.max(0, b.energy[at]!)];
    const most = Math.max(Math.sqrt(one * other), lopsided * Math.max(one, other));
    alike[at] = Math.max(0, (alike[at]! + faint) / (most + faint));
  }
  return alike;
}

/** The median of the differences of levels at some points: how much brighter the light of `now` is. */
export function lightBetween(now: Float32Array, then: Float32Array, isCounted: (at: number) => boolean): number {
  const differences: number[] = [];
  for (let at = 0; at < doorPoints; at++) if (isCounted(at)) differences.push(now[at]! - then[at]!);
  if (differences.length === 0) return 0;
  differences.sort((a, b) => a - b);
  return differences[differences.length >> 1]!;
}

/** How alike the brightness is at each point once the light of the whole is taken away, 0-1. */
export function alikeLevels(now: Float32Array, then: Float32Array, light: number): Float32Array {
  return now.map((level, at) => Math.exp(-(((level - then[at]! - light) / levelTolerance) ** 2)));
}
