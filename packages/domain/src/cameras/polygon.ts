import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';

/** Below this, in fractions of the picture, a turn counts as none. */
const flat = 1e-9;

/** Twice the area of the triangle, with the sign of its turn. */
const turn = (a: PicturePoint, b: PicturePoint, c: PicturePoint): number => {
  const value = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return Math.abs(value) < flat ? 0 : value;
};

const isBetween = (a: PicturePoint, b: PicturePoint, point: PicturePoint): boolean =>
  Math.min(a.x, b.x) <= point.x &&
  point.x <= Math.max(a.x, b.x) &&
  Math.min(a.y, b.y) <= point.y &&
  point.y <= Math.max(a.y, b.y);

type Side = readonly [PicturePoint, PicturePoint];

/** Whether two sides have a point in common. */
function meet([a, b]: Side, [c, d]: Side): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (Math.sign(abc) * Math.sign(abd) < 0 && Math.sign(cda) * Math.sign(cdb) < 0) return true;
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  );
}

/** Whether the side after a corner runs back over the side before it. */
const foldsBack = (before: PicturePoint, corner: PicturePoint, after: PicturePoint): boolean =>
  turn(before, corner, after) === 0 &&
  (corner.x - before.x) * (after.x - corner.x) + (corner.y - before.y) * (after.y - corner.y) <= 0;

/** Whether a line crosses, touches or runs back over itself; one that ends where it began does too. A point twice in a row is one. */
export function lineCrossesItself(points: readonly PicturePoint[]): boolean {
  const corners = points.filter(
    ({ x, y }, index) => index === 0 || x !== points[index - 1]!.x || y !== points[index - 1]!.y,
  );
  const sides = corners.slice(1).map((to, index): Side => [corners[index]!, to]);
  return sides.some(
    (side, index) =>
      (index > 0 && foldsBack(sides[index - 1]![0], ...side)) ||
      sides.slice(index + 2).some((other) => meet(side, other)),
  );
}

/**
 * Whether the sides of an area cross, touch or lie on each other, so that nobody can say what is inside: corners in
 * order, the last joins the first. Fewer than three corners, a corner twice and an area without width count as crossing.
 */
export function crossesItself(points: readonly PicturePoint[]): boolean {
  const count = points.length;
  if (count < 3) return true;
  const at = (index: number): PicturePoint => points[(index + count) % count] ?? { x: 0, y: 0 };
  for (let first = 0; first < count; first += 1) {
    if (foldsBack(at(first - 1), at(first), at(first + 1))) return true;
    for (let second = first + 2; second < count; second += 1) {
      if (first === 0 && second === count - 1) continue;
      if (meet([at(first), at(first + 1)], [at(second), at(second + 1)])) return true;
    }
  }
  return false;
}
