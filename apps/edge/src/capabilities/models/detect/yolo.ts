import type { TensorValue } from '../../../drivers/onnx/inference-port.ts';
import type { Candidate, DecodeLimits } from './candidate.ts';
import { boxOfCorners } from './candidate.ts';

interface Table {
  rows: number;
  columns: number;
  at: (row: number, column: number) => number;
}

/** A batch of one as a table with one row per box; the family writes it either way round. */
function tableOf({ dims, data }: TensorValue, isTransposed: boolean): Table {
  const rows = Number(dims.at(isTransposed ? -1 : -2) ?? 0);
  const columns = Number(dims.at(isTransposed ? -2 : -1) ?? 0);
  return {
    rows,
    columns,
    at: isTransposed ? (row, column) => data[column * rows + row]! : (row, column) => data[row * columns + column]!,
  };
}

interface Reading {
  /** Column of the first class, and column of how likely there is anything (null: none). */
  firstClass: number;
  objectness: number | null;
  /** Centre and size of the box in pixels. */
  box: (row: number) => { x: number; y: number; width: number; height: number };
}

function readCentred(table: Table, reading: Reading, limits: DecodeLimits): Candidate[] {
  const found: Candidate[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    const sure = reading.objectness === null ? 1 : table.at(row, reading.objectness);
    if (!(sure >= limits.minScore)) continue;
    let score = limits.minScore;
    let classIndex = -1;
    for (const wanted of limits.wanted) {
      const value = table.at(row, reading.firstClass + wanted) * sure;
      // Written so that what is no number is left out as well.
      if (!(value >= score)) continue;
      score = value;
      classIndex = wanted;
    }
    if (classIndex < 0) continue;
    const { x, y, width, height } = reading.box(row);
    const box = boxOfCorners((x - width / 2) / limits.width, (y - height / 2) / limits.height, {
      right: (x + width / 2) / limits.width,
      bottom: (y + height / 2) / limits.height,
    });
    if (box) found.push({ box, score: Math.min(score, 1), classIndex });
  }
  return found;
}

const centredBox =
  (table: Table): Reading['box'] =>
  (row) => ({ x: table.at(row, 0), y: table.at(row, 1), width: table.at(row, 2), height: table.at(row, 3) });

/** `1 × N × (5 + classes)`: centre and size in pixels, objectness, classes. */
export function decodeYolo5(predictions: TensorValue, limits: DecodeLimits): Candidate[] {
  const table = tableOf(predictions, false);
  return readCentred(table, { firstClass: 5, objectness: 4, box: centredBox(table) }, limits);
}

/** `1 × (4 + classes) × N`: centre and size in pixels, classes. */
export function decodeYolo8(predictions: TensorValue, limits: DecodeLimits): Candidate[] {
  const table = tableOf(predictions, true);
  return readCentred(table, { firstClass: 4, objectness: null, box: centredBox(table) }, limits);
}

const yoloxStrides = [8, 16, 32];

/** `1 × N × (5 + classes)` over grids of 8, 16 and 32 pixels: offset and logarithm of the size in grid steps, objectness, classes. */
export function decodeYolox(predictions: TensorValue, limits: DecodeLimits): Candidate[] {
  const table = tableOf(predictions, false);
  const cells = yoloxStrides.flatMap((stride) => {
    const columns = Math.floor(limits.width / stride);
    return Array.from({ length: columns * Math.floor(limits.height / stride) }, (_, index) => ({
      stride,
      column: index % columns,
      row: Math.floor(index / columns),
    }));
  });
  const box: Reading['box'] = (row) => {
    const cell = cells[row]!;
    return {
      x: (table.at(row, 0) + cell.column) * cell.stride,
      y: (table.at(row, 1) + cell.row) * cell.stride,
      width: Math.exp(table.at(row, 2)) * cell.stride,
      height: Math.exp(table.at(row, 3)) * cell.stride,
    };
  };
  return readCentred(table, { firstClass: 5, objectness: 4, box }, limits);
}

/** `1 × N × 6` (or `N × 6`): corners in pixels, score, class; doubles are removed by the model already. */
export function decodeYoloNms(predictions: TensorValue, limits: DecodeLimits): Candidate[] {
  const table = tableOf(predictions, false);
  const found: Candidate[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    const score = table.at(row, 4);
    const classIndex = table.at(row, 5);
    if (!(score >= limits.minScore) || !limits.wanted.includes(classIndex)) continue;
    const box = boxOfCorners(table.at(row, 0) / limits.width, table.at(row, 1) / limits.height, {
      right: table.at(row, 2) / limits.width,
      bottom: table.at(row, 3) / limits.height,
    });
    if (box) found.push({ box, score: Math.min(score, 1), classIndex });
  }
  return found;
}
