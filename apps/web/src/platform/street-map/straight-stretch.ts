interface Point {
  x: number;
  y: number;
}

/** A part of a line on which a word can stand. */
export interface Stretch extends Point {
  /** Along the line, in radians clockwise; words on it never stand on their heads. */
  angle: number;
  /** How long it is, in the unit of the points. */
  length: number;
}

const maxBend = 0.15;

const upright = (angle: number): number => {
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
};

const headingOf = (from: Point, to: Point): number => Math.atan2(to.y - from.y, to.x - from.x);
const turn = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
const apart = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);

/** Parts that are nearly straight, each beginning where the one before ended. */
const stretchesOf = (line: readonly Point[]): Point[][] => {
  const stretches: Point[][] = [];
  let last: Point[] = [];
  for (const point of line) {
    const [first, second] = last;
    const before = last.at(-1);
    if (before !== undefined && apart(before, point) === 0) continue;
    if (
      first !== undefined &&
      second !== undefined &&
      before !== undefined &&
      turn(headingOf(before, point), headingOf(first, second)) > maxBend
    ) {
      stretches.push(last);
      last = [before];
    }
    last.push(point);
  }
  return [...stretches, last].filter((stretch) => stretch.length > 1);
};

/** The point of a line that is as far along it from one end as from the other. */
const halfWay = (line: readonly Point[]): Point => {
  const steps = line.slice(1).map((to, index) => ({ from: line[index] ?? to, to }));
  let left = steps.reduce((sum, { from, to }) => sum + apart(from, to), 0) / 2;
  for (const { from, to } of steps) {
    const length = apart(from, to);
    if (left <= length)
      return { x: from.x + ((to.x - from.x) * left) / length, y: from.y + ((to.y - from.y) * left) / length };
    left -= length;
  }
  return line[0] ?? { x: 0, y: 0 };
};

/** The longest part of a line that is nearly straight; null for a line without length. */
export const straightStretch = (line: readonly Point[]): Stretch | null => {
  const found = stretchesOf(line).flatMap((points) => {
    const [first, last] = [points[0], points.at(-1)];
    return first === undefined || last === undefined
      ? []
      : [{ points, angle: upright(headingOf(first, last)), length: apart(first, last) }];
  });
  const best = found.toSorted((a, b) => b.length - a.length)[0];
  return best === undefined ? null : { ...halfWay(best.points), angle: best.angle, length: best.length };
};
