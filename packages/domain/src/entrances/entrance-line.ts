import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { lineCrossesItself } from '../cameras/polygon.ts';
import { lineFault } from '../rules/drawn-faults.ts';

/** So near to the border of the picture, in fractions of it, a line lies on it: feet are never seen beyond. */
const nearBorder = 0.005;

const bordersAt = ({ x, y }: PicturePoint): boolean[] => [
  x <= nearBorder,
  x >= 1 - nearBorder,
  y <= nearBorder,
  y >= 1 - nearBorder,
];

/** Every piece lies along one of the four borders. */
const isOnBorder = (line: readonly PicturePoint[]): boolean =>
  line.slice(1).every((to, index) => {
    const from = bordersAt(line[index]!);
    return bordersAt(to).some((isAt, border) => isAt && from[border]);
  });

/** Why nobody can be counted by this line, as the code of the refusal; null for one that can be used. */
export function entranceLineFault(
  line: readonly PicturePoint[],
): 'entrance_line' | 'entrance_line_border' | 'entrance_line_crossing' | null {
  if (lineFault(line) !== null) return 'entrance_line';
  if (isOnBorder(line)) return 'entrance_line_border';
  return lineCrossesItself(line) ? 'entrance_line_crossing' : null;
}
