import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { holdsPoint } from '../cameras/areas.ts';

/** Brightness of a picture: one byte per pixel, rows `stride` bytes apart. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
  stride: number;
}

/** Part of a picture, in fractions of it. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A door and what is around it are looked at in so many points across. */
export const doorColumns = 24;
/** And so many down. */
export const doorRows = 32;
/** All of them, row by row from the top left. */
export const doorPoints = doorColumns * doorRows;

/** So much around the area belongs to it, as a share of its size: the frame and the wall tell light from door. */
const around = 0.22;
/** Pixels that are read for each point in each direction at most. */
const readsPerPoint = 5;
/** So many points from the area, and at least so many of them. */
const apartBy = 2;
const leastApart = 24;
/** Keeps the dark from trembling: what a camera adds to every pixel is of this order. */
const floorLevel = 12;

const logOf = Float32Array.from({ length: 256 }, (_, grey) => Math.log(grey + floorLevel));

/** The part of the picture that is looked at for an area: the area with what is around it. */
export function partOf(area: readonly PicturePoint[]): PicturePart {
  const [xs, ys] = [area.map(({ x }) => x), area.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [wide, high] = [(right - left) * around, (bottom - top) * around];
  const [x, y] = [Math.max(0, left - wide), Math.max(0, top - high)];
  return { x, y, width: Math.min(1, right + wide) - x, height: Math.min(1, bottom + high) - y };
}

/** The points of one area in the pictures of its camera. */
export class DoorGrid {
  readonly part: PicturePart;
  /** 1 for each point that lies in the area, 0 for what is around it. */
  readonly inside = new Uint8Array(doorPoints);
  /** 1 for each point so far from the area that a door changes nothing there: by them one light is told from another. */
  readonly apart: Uint8Array;

  constructor(area: readonly PicturePoint[]) {
    this.part = partOf(area);
    for (let at = 0; at < doorPoints; at++) if (holdsPoint(area, this.#middle(at))) this.inside[at] = 1;
    const apart = this.inside.map((_, at) => (this.#isApart(at) ? 1 : 0));
    // An area at the border of the picture has little around it.
    this.apart = apart.filter((is) => is === 1).length >= leastApart ? apart : this.inside.map((is) => 1 - is);
  }

  /** The brightness of each point as a logarithm, so that light of another strength adds the same to all. */
  sample({ data, width, height, stride }: GreyPicture): Float32Array {
    const { part } = this;
    const levels = new Float32Array(doorPoints);
    const rows = reads({ from: part.y * height, size: part.height * height, points: doorRows, limit: height });
    const columns = reads({ from: part.x * width, size: part.width * width, points: doorColumns, limit: width });
    for (let at = 0; at < doorPoints; at++) {
      const [row, column] = [rows[Math.floor(at / doorColumns)]!, columns[at % doorColumns]!];
      let sum = 0;
      for (const y of row) for (const x of column) sum += data[y * stride + x]!;
      levels[at] = logOf[Math.round(sum / (row.length * column.length))]!;
    }
    return levels;
  }

  /** 1 for each point that one of these boxes hides. */
  coveredBy(boxes: readonly PicturePart[]): Uint8Array {
    const covered = new Uint8Array(doorPoints);
    if (boxes.length === 0) return covered;
    for (let at = 0; at < doorPoints; at++) {
      const { x, y } = this.#middle(at);
      if (boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height))
        covered[at] = 1;
    }
    return covered;
  }

  #isApart(at: number): boolean {
    const [row, column] = [Math.floor(at / doorColumns), at % doorColumns];
    for (let y = Math.max(0, row - apartBy); y <= Math.min(doorRows - 1, row + apartBy); y++)
      for (let x = Math.max(0, column - apartBy); x <= Math.min(doorColumns - 1, column + apartBy); x++)
        if (this.inside[y * doorColumns + x] === 1) return false;
    return true;
  }

  #middle(at: number): PicturePoint {
    const { x, y, width, height } = this.part;
    return {
      x: x + (((at % doorColumns) + 0.5) / doorColumns) * width,
      y: y + ((Math.floor(at / doorColumns) + 0.5) / doorRows) * height,
    };
  }
}

/** The pixels to read for each point along one direction. */
function reads({ from, size, points, limit }: { from: number; size: number; points: number; limit: number }) {
  const each = size / points;
  const count = Math.max(1, Math.min(readsPerPoint, Math.floor(each)));
  return Array.from({ length: points }, (_, point) =>
    Int32Array.from({ length: count }, (__, read) =>
      Math.max(0, Math.min(limit - 1, Math.floor(from + (point + (read + 0.5) / count) * each))),
    ),
  );
}
