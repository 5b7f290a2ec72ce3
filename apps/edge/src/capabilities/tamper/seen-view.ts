import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { createLumaGrid, type LumaPlane } from '../motion/luma-grid.ts';
import { findEdges, viewColumns, viewPoints, viewRows, widenEdges } from './edge-map.ts';

/** What one picture shows, as views are compared. The arrays are those of the next picture as well. */
export interface SeenView {
  mean: number;
  spread: number;
  /** Share of nearly white points. */
  bright: number;
  /** How many edges, and where, one point wide around each. */
  edges: number;
  wide: Uint8Array;
  /** How sharp borders are in the picture itself, beside its spread. */
  sharpness: number;
  /** Mean brightness of each cell of the motion grid. */
  cells: Float32Array;
  /** Nothing at all is otherwise than in the picture before. */
  isStill: boolean;
}

const nearlyWhite = 235;
const cellCount = motionColumns * motionRows;
const pointsPerCell = viewPoints / cellCount;
/** Pixels that are read in each row of the picture for each point of the grid. */
const pixelsPerPoint = 4;

const cellOf = Int32Array.from({ length: viewPoints }, (_, at) => {
  const row = Math.floor((Math.floor(at / viewColumns) * motionRows) / viewRows);
  return row * motionColumns + Math.floor(((at % viewColumns) * motionColumns) / viewColumns);
});

/** The cell of the motion grid in which a point lies. */
export const cellAt = (point: number): number => cellOf[point]!;

/** Makes a reader of pictures of one camera. */
export function createSeeing(): (plane: LumaPlane) => SeenView {
  const shrink = createLumaGrid({ columns: viewColumns, rows: viewRows });
  const [grid, before] = [new Float32Array(viewPoints), new Float32Array(viewPoints)];
  const [edges, wide] = [new Uint8Array(viewPoints), new Uint8Array(viewPoints)];
  const cells = new Float32Array(cellCount);
  return (plane) => {
    before.set(grid);
    shrink(plane, grid);
    const { mean, spread, bright, isStill } = measure(grid, before);
    const count = findEdges(grid, spread, edges);
    widenEdges(edges, wide);
    cells.fill(0);
    for (let at = 0; at < viewPoints; at++) cells[cellOf[at]!]! += grid[at]! / pointsPerCell;
    return { mean, spread, bright, edges: count, wide, sharpness: sharpnessOf(plane, spread), cells, isStill };
  };
}

function measure(grid: Float32Array, before: Float32Array): Pick<SeenView, 'mean' | 'spread' | 'bright' | 'isStill'> {
  let [sum, squares, bright, changed] = [0, 0, 0, 0];
  for (let at = 0; at < viewPoints; at++) {
    const value = grid[at]!;
    sum += value;
    squares += value * value;
    if (value > nearlyWhite) bright++;
    if (value !== before[at]) changed++;
  }
  const mean = sum / viewPoints;
  const spread = Math.sqrt(Math.max(0, squares / viewPoints - mean * mean));
  return { mean, spread, bright: bright / viewPoints, isStill: changed === 0 };
}

/** The picture's own pixels: a lens that is a little out of focus shows in no smaller picture. */
function sharpnessOf({ data, width, height, stride }: LumaPlane, spread: number): number {
  let squares = 0;
  let read = 0;
  for (let row = 0; row < viewRows; row++) {
    const start = Math.floor(((row + 0.5) * height) / viewRows) * stride;
    for (let column = 0; column < viewColumns; column++) {
      const first = start + Math.floor((column * (width - pixelsPerPoint)) / viewColumns);
      for (let at = first + 1; at < first + pixelsPerPoint - 1; at++) {
        const bend = 2 * data[at]! - data[at - 1]! - data[at + 1]!;
        squares += bend * bend;
        read++;
      }
    }
  }
  return Math.sqrt(squares / read) / Math.max(4, spread);
}
