import type { MaskGrid } from './mask-grid.ts';

/** One plane of a picture: `step` bytes from a pixel to the next, `stride` from a row to the next. */
export interface Plane {
  data: Uint8Array;
  width: number;
  height: number;
  stride: number;
  step: number;
  /** Of this plane's pixels within a square of the grid: 1 for full size, 2 for colour at half size. */
  shrink: 1 | 2;
  /** Value that "fill" writes. */
  blank: number;
}

/** The planes of a YUV 4:2:0 picture, 8 bits each. */
export function yuvPlanes(
  data: readonly Uint8Array[],
  strides: readonly number[],
  size: { width: number; height: number },
): Plane[] {
  return [0, 1, 2].map((index) => {
    const shrink = index === 0 ? 1 : 2;
    const [width, height] = [Math.ceil(size.width / shrink), Math.ceil(size.height / shrink)];
    return {
      data: data[index]!,
      stride: strides[index]!,
      step: 1,
      width,
      height,
      shrink,
      blank: index === 0 ? 40 : 128,
    };
  });
}

/** The colours of an RGB picture, rows packed without padding. */
export function rgbPlanes(data: Uint8Array, size: { width: number; height: number }): Plane[] {
  const { width, height } = size;
  return [0, 1, 2].map((index) => ({
    data: data.subarray(index),
    stride: width * 3,
    step: 3,
    width,
    height,
    shrink: 1,
    blank: 32,
  }));
}

/** Overwrites every hidden square: with its mean value, or with one dark colour. Nothing of what was there can be computed back from one picture. */
export function maskPixels(planes: readonly Plane[], grid: MaskGrid, how: 'pixelate' | 'fill'): void {
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      if (grid.cells[row * grid.columns + column] === 0) continue;
      for (const plane of planes) maskSquare(plane, squareOf(plane, { grid, row, column }), how);
    }
  }
}

interface Square {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function squareOf(plane: Plane, at: { grid: MaskGrid; row: number; column: number }): Square {
  const side = at.grid.block / plane.shrink;
  const left = at.column * side;
  const top = at.row * side;
  return { left, top, right: Math.min(plane.width, left + side), bottom: Math.min(plane.height, top + side) };
}

function maskSquare(plane: Plane, square: Square, how: 'pixelate' | 'fill'): void {
  const { data, stride, step } = plane;
  const value = how === 'fill' ? plane.blank : meanOf(plane, square);
  for (let y = square.top; y < square.bottom; y += 1) {
    const row = y * stride;
    if (step === 1) data.fill(value, row + square.left, row + square.right);
    else for (let x = square.left; x < square.right; x += 1) data[row + x * step] = value;
  }
}

/** Of every second pixel in both directions, which is as good. */
function meanOf({ data, stride, step }: Plane, { left, top, right, bottom }: Square): number {
  let sum = 0;
  let count = 0;
  for (let y = top; y < bottom; y += 2) {
    const row = y * stride;
    for (let x = left; x < right; x += 2) {
      sum += data[row + x * step]!;
      count += 1;
    }
  }
  return count === 0 ? 0 : Math.round(sum / count);
}
