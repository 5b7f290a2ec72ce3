/** Columns and rows of the grid that motion is judged on: 6 by 8 points for each of the 16 by 9 cells that are kept. */
export const gridColumns = 96;
export const gridRows = 72;

/** The brightness of a picture as the decoder gives it: one byte per pixel, rows `stride` bytes apart. */
export interface LumaPlane {
  data: Uint8Array;
  width: number;
  height: number;
  stride: number;
}

/** Pixels read in each direction per point: enough to average sensor noise away, few enough to cost next to nothing. */
export const samplesPerSide = 3;

interface Sampling {
  key: string;
  /** First bytes of the rows to read, `samplesPerSide` per grid row. */
  rows: Int32Array;
  /** Columns to read, `samplesPerSide` per grid column. */
  columns: Int32Array;
}

/** Makes a reader that shrinks pictures to the grid, or to another one. It keeps where to look for the picture size seen last. */
export function createLumaGrid(
  size = { columns: gridColumns, rows: gridRows },
): (plane: LumaPlane, grid: Float32Array) => void {
  let sampling: Sampling | null = null;
  return (plane, grid) => {
    const key = `${plane.width}x${plane.height}/${plane.stride}`;
    if (sampling?.key !== key) {
      const rows = positions(size.rows, plane.height).map((row) => row * plane.stride);
      sampling = { key, rows, columns: positions(size.columns, plane.width) };
    }
    shrink(plane.data, sampling, grid);
  };
}

/** Where to look: evenly spread inside the part of the picture that each point of the grid stands for. */
function positions(points: number, pixels: number): Int32Array {
  const count = points * samplesPerSide;
  return Int32Array.from({ length: count }, (_, index) =>
    Math.min(pixels - 1, Math.floor(((index + 0.5) * pixels) / count)),
  );
}

function shrink(data: Uint8Array, { rows, columns }: Sampling, grid: Float32Array): void {
  const gridColumns = columns.length / samplesPerSide;
  for (let row = 0; row < rows.length / samplesPerSide; row++) {
    const top = rows[row * 3]!;
    const middle = rows[row * 3 + 1]!;
    const bottom = rows[row * 3 + 2]!;
    const first = row * gridColumns;
    for (let column = 0; column < gridColumns; column++) {
      const left = columns[column * 3]!;
      const centre = columns[column * 3 + 1]!;
      const right = columns[column * 3 + 2]!;
      const above = data[top + left]! + data[top + centre]! + data[top + right]!;
      const between = data[middle + left]! + data[middle + centre]! + data[middle + right]!;
      const below = data[bottom + left]! + data[bottom + centre]! + data[bottom + right]!;
      grid[first + column] = (above + between + below) / 9;
    }
  }
}
