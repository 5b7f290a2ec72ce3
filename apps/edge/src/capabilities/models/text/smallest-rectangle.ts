import type { TurnedRectangle } from '../../../platform/pictures/crop-turned.ts';

export interface Point {
  x: number;
  y: number;
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function halfHull(points: Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

function hullOf(points: Point[]): Point[] {
  const ordered = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return ordered.length < 3 ? ordered : [...halfHull(ordered), ...halfHull(ordered.toReversed())];
}

/** Rectangle around points whose sides have a given direction. */
function rectangleAt(points: Point[], angle: number): TurnedRectangle {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right, top, bottom] = [Math.min(...along), Math.max(...along), Math.min(...across), Math.max(...across)];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return {
    x: middle.x * cos - middle.y * sin,
    y: middle.x * sin + middle.y * cos,
    width: right - left,
    height: bottom - top,
    angle,
  };
}

/** The same rectangle with its long side lying, within 45 degrees of level where possible. */
function lying({ angle, width, height, ...middle }: TurnedRectangle): TurnedRectangle {
  const quarter = Math.PI / 2;
  const turns = Math.round(angle / quarter);
  const level = angle - turns * quarter;
  return turns % 2 === 0
    ? { ...middle, width, height, angle: level }
    : { ...middle, width: height, height: width, angle: level };
}

/** The smallest rectangle around points, turned by at most 45 degrees. Needs at least one point. */
export function smallestRectangle(points: Point[]): TurnedRectangle {
  const hull = hullOf(points);
  const angles = hull.map((point, index) => {
    const next = hull[(index + 1) % hull.length]!;
    return Math.atan2(next.y - point.y, next.x - point.x);
  });
  const rectangles = [0, ...angles].map((angle) => rectangleAt(hull, angle));
  return lying(rectangles.reduce((best, one) => (one.width * one.height < best.width * best.height ? one : best)));
}
