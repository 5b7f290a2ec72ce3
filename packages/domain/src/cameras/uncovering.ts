import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePoint, PicturePolygon } from '@sightline/contracts/cameras/picture-shape';

/** Below this, in fractions of the picture, two points are one: less than a hundredth of a pixel of the largest cameras. */
const same = 1e-6;

type Side = readonly [PicturePoint, PicturePoint];

const sidesOf = (points: PicturePolygon): Side[] =>
  points.map((point, index) => [point, points[(index + 1) % points.length] ?? point]);

const between = ([a, b]: Side, share: number): PicturePoint => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** Distance of a point from a side. */
function distance(point: PicturePoint, [a, b]: Side): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length));
  return Math.hypot(point.x - a.x - dx * along, point.y - a.y - dy * along);
}

const isBeforeSide = ({ x, y }: PicturePoint, [a, b]: Side): boolean =>
  a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y);

/** Whether a point lies in an area or on its edge. */
function holds(sides: readonly Side[], point: PicturePoint): boolean {
  if (sides.some((side) => distance(point, side) <= same)) return true;
  return sides.filter((side) => isBeforeSide(point, side)).length % 2 === 1;
}

/** Where the line of a side meets another side, as shares of the first; of sides that lie on each other, the ends. */
function meetings(side: Side, other: Side): number[] {
  const [[a, b], [c, d]] = [side, other];
  const [ab, cd] = [
    { x: b.x - a.x, y: b.y - a.y },
    { x: d.x - c.x, y: d.y - c.y },
  ];
  const length = ab.x * ab.x + ab.y * ab.y;
  if (length === 0) return [];
  const alongOf = (point: PicturePoint): number => ((point.x - a.x) * ab.x + (point.y - a.y) * ab.y) / length;
  const ends = [c, d].filter((point) => distance(point, side) <= same).map(alongOf);
  const turn = ab.x * cd.y - ab.y * cd.x;
  return turn === 0 ? ends : [...ends, ((c.x - a.x) * cd.y - (c.y - a.y) * cd.x) / turn];
}

/** Whether one area lies within another, edges included. Neither crosses itself. */
export function liesWithin(inner: PicturePolygon, outer: PicturePolygon): boolean {
  const outerSides = sidesOf(outer);
  return sidesOf(inner).every((side) => {
    const stops = outerSides.flatMap((other) => meetings(side, other)).filter((share) => share > 0 && share < 1);
    const shares = [0, ...stops.toSorted((a, b) => a - b), 1];
    // Between two meetings a side is all inside or all outside, so that one point of each piece tells.
    const pieces = shares.slice(1).map((share, index) => (share + (shares[index] ?? 0)) / 2);
    return [0, ...pieces].every((share) => holds(outerSides, between(side, share)));
  });
}

/** All areas that a camera hides. */
export const areasOf = ({ zones, definedZones }: PrivacySettings): PicturePolygon[] => [
  ...zones,
  ...definedZones.map(({ points }) => points),
];

/** Whether a camera hides anything. */
export const hidesAnything = ({ zones, definedZones, objectsToPixelate }: PrivacySettings): boolean =>
  zones.length + definedZones.length + objectsToPixelate.length > 0;

/**
 * Whether a change shows anything that was hidden. Each area must lie within one of the areas afterwards: one that is
 * divided into several counts as taken away, rather than that a line between them be seen.
 */
export function uncovers(before: PrivacySettings, after: PrivacySettings): boolean {
  if (!hidesAnything(before)) return false;
  // Squares of their mean leave a coarse picture, one colour leaves nothing.
  if (before.privacyType === 'fill' && after.privacyType !== 'fill') return true;
  if (before.objectsToPixelate.some((kind) => !after.objectsToPixelate.includes(kind))) return true;
  const areas = areasOf(after);
  return areasOf(before).some((area) => !areas.some((other) => liesWithin(area, other)));
}
