import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';

/** Where a way cuts a line: `share` 0-1 of the way, and to which side of the line it leads. */
export interface Cut {
  share: number;
  to: 'left' | 'right';
}

/** Twice the area of the triangle. With y downwards: positive when `point` lies to the right of who walks from `a` to `b`. */
const turn = (a: PicturePoint, b: PicturePoint, point: PicturePoint): number =>
  (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);

/** Who stands on a line is to its right, so that every point has one side. */
const isRight = (value: number): boolean => value >= 0;

/** Where the way between two points cuts one piece of a line. */
function cutOfPiece(a: PicturePoint, b: PicturePoint, way: readonly [PicturePoint, PicturePoint]): Cut | null {
  const [from, to] = way;
  const [before, after] = [turn(a, b, from), turn(a, b, to)];
  if (isRight(before) === isRight(after)) return null;
  if (isRight(turn(from, to, a)) === isRight(turn(from, to, b))) return null;
  return { share: before / (before - after), to: isRight(after) ? 'right' : 'left' };
}

/** Where a way cuts a polyline, in the order of the way. Only the line itself counts, not what lies beyond its ends. */
export function cutsOf(line: readonly PicturePoint[], from: PicturePoint, to: PicturePoint): Cut[] {
  const cuts: Cut[] = [];
  for (let index = 1; index < line.length; index += 1) {
    const cut = cutOfPiece(line[index - 1]!, line[index]!, [from, to]);
    if (cut !== null) cuts.push(cut);
  }
  return cuts.toSorted((a, b) => a.share - b.share);
}

function distanceToPiece(a: PicturePoint, b: PicturePoint, point: PicturePoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length;
  const clamped = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - a.x - clamped * dx, point.y - a.y - clamped * dy);
}

/** Distance of a point from a polyline, in fractions of the picture. */
export function distanceToLine(line: readonly PicturePoint[], point: PicturePoint): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < line.length; index += 1)
    least = Math.min(least, distanceToPiece(line[index - 1]!, line[index]!, point));
  return least;
}
