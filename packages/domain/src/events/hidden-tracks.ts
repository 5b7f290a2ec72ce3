import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import type { Box, PathPoint } from '@sightline/contracts/events/event';
import { holdsPoint } from '../cameras/areas.ts';

/** Whether something is hidden where it is: its middle lies in an area, so that no more than half of it can be seen. */
export const isHiddenBox = (areas: readonly PicturePolygon[], { x, y, width, height }: Box): boolean => {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return areas.some((area) => holdsPoint(area, middle));
};

const boxOf = ([, x, y, width, height]: PathPoint): Box => ({ x, y, width, height });

/** The part of a way on which something can be seen. */
export const shownPath = (areas: readonly PicturePolygon[], path: readonly PathPoint[]): PathPoint[] =>
  areas.length === 0 ? [...path] : path.filter((point) => !isHiddenBox(areas, boxOf(point)));

/** Whether something never left what is hidden. Of what nobody knows the way, that is not known: it counts as hidden. */
export const isHiddenTrack = (areas: readonly PicturePolygon[], path: readonly PathPoint[]): boolean =>
  areas.length > 0 && path.every((point) => isHiddenBox(areas, boxOf(point)));
