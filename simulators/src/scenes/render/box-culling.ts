import { flatten } from './box-world.ts';
import type { Box } from './box-world.ts';
import type { Camera } from './camera.ts';

/** Some of a world's boxes, ready for rays: flat numbers, and the number of each in the whole list. */
export interface BoxSelection {
  flat: Float64Array;
  indices: number[];
}

export const tilePx = 32;
const cellM = 2;

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where a box can be seen; everywhere when a corner is behind the camera. */
function pictureBounds(box: Box, camera: Camera): Bounds {
  const bounds: Bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let corner = 0; corner < 8; corner += 1) {
    const offset = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? box.max : box.min)[axis]! - camera.position[axis]!);
    const along = (axis: readonly number[]): number =>
      offset[0]! * axis[0]! + offset[1]! * axis[1]! + offset[2]! * axis[2]!;
    const depth = along(camera.forward);
    if (depth < 0.05) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    const x = camera.width / 2 + (camera.focal * along(camera.right)) / depth;
    const y = camera.height / 2 + (camera.focal * along(camera.down)) / depth;
    bounds.left = Math.min(bounds.left, x - 1);
    bounds.right = Math.max(bounds.right, x + 1);
    bounds.top = Math.min(bounds.top, y - 1);
    bounds.bottom = Math.max(bounds.bottom, y + 1);
  }
  return bounds;
}

function select(boxes: Box[], wanted: (index: number) => boolean): BoxSelection {
  const indices = boxes.map((_, index) => index).filter(wanted);
  return { flat: flatten(indices.map((index) => boxes[index]!)), indices };
}

/** Boxes that a ray through a tile of the picture can meet. Called with any pixel of the tile. */
export function createTileSelection(boxes: Box[], camera: Camera): (x: number, y: number) => BoxSelection {
  const bounds = boxes.map((box) => pictureBounds(box, camera));
  const columns = Math.ceil(camera.width / tilePx);
  const known = new Map<number, BoxSelection>();
  return (x, y) => {
    const [column, row] = [Math.floor(x / tilePx), Math.floor(y / tilePx)];
    const key = row * columns + column;
    const found = known.get(key);
    if (found) return found;
    const [left, top] = [column * tilePx, row * tilePx];
    const made = select(boxes, (index) => {
      const seen = bounds[index]!;
      return seen.left <= left + tilePx && seen.right >= left && seen.top <= top + tilePx && seen.bottom >= top;
    });
    known.set(key, made);
    return made;
  };
}

/** Boxes within `reach` metres of a place on the ground plan, as flat numbers. */
export function createNearSelection(boxes: Box[], reach: number): (x: number, y: number) => Float64Array {
  const known = new Map<number, Float64Array>();
  return (x, y) => {
    const [column, row] = [Math.floor(x / cellM), Math.floor(y / cellM)];
    const key = column * 65_536 + row;
    const found = known.get(key);
    if (found) return found;
    const [left, near] = [column * cellM - reach, row * cellM - reach];
    const size = cellM + 2 * reach;
    const made = select(boxes, (index) => {
      const { min, max } = boxes[index]!;
      return min[0] <= left + size && max[0] >= left && min[1] <= near + size && max[1] >= near;
    }).flat;
    known.set(key, made);
    return made;
  };
}
