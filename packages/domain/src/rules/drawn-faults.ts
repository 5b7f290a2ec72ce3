import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { crossesItself } from '../cameras/polygon.ts';

/** Share of the picture that a zone, or the place of an object, has at least. */
const minArea = 0.001;
/** Length of a line at least, in fractions of the picture. */
const minLength = 0.01;

/** Of an area whose sides do not cross, in fractions of the picture. */
function areaOf(points: readonly PicturePoint[]): number {
  const twice = points.reduce((sum, from, index) => {
    const to = points[(index + 1) % points.length]!;
    return sum + from.x * to.y - to.x * from.y;
  }, 0);
  return Math.abs(twice) / 2;
}

const lengthOf = (points: readonly PicturePoint[]): number =>
  points.slice(1).reduce((sum, to, index) => sum + Math.hypot(to.x - points[index]!.x, to.y - points[index]!.y), 0);

/** What is wrong with an area that is drawn; null for one that can be used. */
export function zoneFault(points: readonly PicturePoint[]): 'crossingEdges' | 'tooSmall' | null {
  if (crossesItself(points)) return 'crossingEdges';
  return areaOf(points) < minArea ? 'tooSmall' : null;
}

/** The same for a line. */
export const lineFault = (points: readonly PicturePoint[]): 'shortLine' | null =>
  lengthOf(points) < minLength ? 'shortLine' : null;

/** The same for the place of an object. */
export const placeFault = ({ width, height }: { width: number; height: number }): 'tooSmall' | null =>
  width * height < minArea ? 'tooSmall' : null;
