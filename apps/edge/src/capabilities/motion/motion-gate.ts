import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import type { MotionPicture } from '../recognise/recogniser.ts';
import { brightnessChange, type BrightnessChange } from './brightness-change.ts';
import { createLumaGrid, gridColumns, gridRows, type LumaPlane } from './luma-grid.ts';

/** Compares pictures of one camera. Pure: its time is that of the pictures. */
export interface MotionGate {
  /** What changed since the pictures before; the first one never moves. `cells` is the caller's to keep. */
  assess(plane: LumaPlane, atUtcMs: number): MotionPicture;
  /** Forgets everything: other stream, other size, long pause. */
  reset(): void;
}

const points = gridColumns * gridRows;
const cellCount = motionColumns * motionRows;
/** How fast the remembered picture follows. Short, so that what stays or has left stops moving within two seconds. */
const followMs = 900;
/** Levels by which a point must differ at least, 0-255. */
const floorLevels = 5;
/** ... and by how many times its usual flicker. */
const flickerTimes = 3.5;
const maxFlicker = 8;
/** Flicker is learnt by this many levels per second: what moves for less than half of the time does not count as flicker. */
const flickerStep = 1.2;
/** A share of changed points above this is no thing that moves. */
const globalShare = 0.75;
/** The same while the brightness of the whole picture changes, when what is left after the correction is less certain. */
const globalShareInChange = 0.4;
/** Differences above this say no more than this. */
const fullLevels = 64;
/** A cell is full when a quarter of its points changed completely. */
const cellFull = fullLevels * 12;
/** After a pause this long the remembered picture says nothing. */
const forgetMs = 60_000;

/** Makes the gate of one camera. */
export function createMotionGate(): MotionGate {
  const shrink = createLumaGrid();
  const now = new Float32Array(points);
  const remembered = new Float32Array(points);
  const flicker = new Float32Array(points).fill(1);
  const excess = new Float32Array(points);
  let lastUtcMs: number | null = null;
  return {
    assess(plane, atUtcMs) {
      shrink(plane, now);
      const elapsedMs = lastUtcMs === null ? null : atUtcMs - lastUtcMs;
      lastUtcMs = atUtcMs;
      if (elapsedMs === null || elapsedMs < 0 || elapsedMs > forgetMs) {
        remembered.set(now);
        return { level: 0, cells: new Uint8Array(cellCount), isGlobal: false };
      }
      const change = brightnessChange(remembered, now);
      const share = compare({ now, remembered, flicker, excess }, { change, elapsedMs });
      const isGlobal = change.isTotal || share > (change.isStrong ? globalShareInChange : globalShare);
      const cells = isGlobal ? new Uint8Array(cellCount) : sumCells(excess);
      learn({ now, remembered, change }, { elapsedMs, isGlobal });
      return { level: levelOfCells(cells), cells, isGlobal };
    },
    reset() {
      lastUtcMs = null;
      flicker.fill(1);
    },
  };
}

interface Grids {
  now: Float32Array;
  remembered: Float32Array;
  flicker: Float32Array;
  excess: Float32Array;
}

/** Fills `excess` with the differences that count, learns the flicker, and answers the share of points that changed. */
function compare(
  { now, remembered, flicker, excess }: Grids,
  { change, elapsedMs }: { change: BrightnessChange; elapsedMs: number },
): number {
  const step = Math.min(1, (flickerStep * elapsedMs) / 1000);
  const { gain, black, uncertainty } = change;
  let changed = 0;
  for (let index = 0; index < points; index++) {
    const before = black + (remembered[index]! - black) * gain;
    const difference = Math.abs(now[index]! - before);
    const usual = flicker[index]!;
    // What the correction cannot know grows with the brightness.
    const limit = floorLevels + flickerTimes * usual + uncertainty * before;
    // Moves towards the median of the differences.
    flicker[index] =
      difference > usual
        ? Math.min(maxFlicker, usual + Math.min(step, difference - usual))
        : Math.max(0.3, usual - Math.min(step, usual - difference));
    if (difference > limit) {
      excess[index] = Math.min(difference, fullLevels);
      changed++;
    } else excess[index] = 0;
  }
  return changed / points;
}

/** A point counts when a neighbour changed as well: single ones are noise of the encoder. */
function sumCells(excess: Float32Array): Uint8Array {
  const sums = new Float32Array(cellCount);
  for (let row = 0; row < gridRows; row++) {
    const cellRow = Math.floor((row * motionRows) / gridRows) * motionColumns;
    for (let column = 0; column < gridColumns; column++) {
      const index = row * gridColumns + column;
      const value = excess[index]!;
      if (value === 0 || !hasNeighbour(excess, row, column)) continue;
      const cell = cellRow + Math.floor((column * motionColumns) / gridColumns);
      sums[cell]! += value;
    }
  }
  return Uint8Array.from(sums, (sum) => Math.min(255, Math.round((sum * 255) / cellFull)));
}

function hasNeighbour(excess: Float32Array, row: number, column: number): boolean {
  const index = row * gridColumns + column;
  return (
    (column > 0 && excess[index - 1]! > 0) ||
    (column < gridColumns - 1 && excess[index + 1]! > 0) ||
    (row > 0 && excess[index - gridColumns]! > 0) ||
    (row < gridRows - 1 && excess[index + gridColumns]! > 0)
  );
}

/** Level 0-255 of 144 cells. The root makes small things count: one full cell of 144 gives 21, a car that fills a tenth of the picture 80. */
export function levelOfCells(cells: Uint8Array): number {
  let sum = 0;
  for (const cell of cells) sum += cell;
  return Math.round(255 * Math.sqrt(sum / (255 * cellCount)));
}

function learn(
  { now, remembered, change }: { now: Float32Array; remembered: Float32Array; change: BrightnessChange },
  { elapsedMs, isGlobal }: { elapsedMs: number; isGlobal: boolean },
): void {
  if (isGlobal) {
    remembered.set(now);
    return;
  }
  const weight = 1 - Math.exp(-elapsedMs / followMs);
  const { gain, black } = change;
  for (let index = 0; index < points; index++) {
    const before = black + (remembered[index]! - black) * gain;
    remembered[index] = before + (now[index]! - before) * weight;
  }
}
