import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';

/** Corners that are not higher than this share of the door above its lowest one are at its foot. */
const footShare = 0.25;
/** The line lies so high above the foot, so that who stands before the door does not tremble over it; and reaches so far beyond its sides. */
const raisedShare = 0.03;
const widerShare = 0.1;

const within = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * The line that people cross who go through a door: its foot, from left to right. Who walks over it to its right comes towards the camera.
 */
export function doorLine(area: readonly PicturePoint[]): [PicturePoint, PicturePoint] {
  const [xs, ys] = [area.map(({ x }) => x), area.map(({ y }) => y)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const height = bottom - top;
  const feet = area.filter(({ y }) => y >= bottom - footShare * height).toSorted((a, b) => a.x - b.x);
  const raised = raisedShare * height;
  const [left, right] = [feet[0], feet.at(-1)];
  const wider = widerShare * (Math.max(...xs) - Math.min(...xs));
  // A door that stands on one corner is as wide as it is.
  if (left === undefined || right === undefined || right.x - left.x < wider)
    return [
      { x: within(Math.min(...xs) - wider), y: within(bottom - raised) },
      { x: within(Math.max(...xs) + wider), y: within(bottom - raised) },
    ];
  const slope = (right.y - left.y) / (right.x - left.x);
  return [
    { x: within(left.x - wider), y: within(left.y - slope * wider - raised) },
    { x: within(right.x + wider), y: within(right.y + slope * wider - raised) },
  ];
}
