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

const mostBend = 0.35;

const upright = (angle: number): number => {
  if (angle > Math.PI / 2) return angle - Math.PI;
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle;
};

const turn = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/** The longest part of a line that is nearly straight; null for a line without length. */
export const straightStretch = (line: readonly Point[]): Stretch | null => {
  let best: Stretch | null = null;
  let first: Point | undefined;
  let heading = 0;
  for (const [index, point] of line.entries()) {
    const before = line[index - 1];
    if (before === undefined) {
      first = point;
      continue;
    }
    if (before.x === point.x && before.y === point.y) continue;
    const angle = Math.atan2(point.y - before.y, point.x - before.x);
    if (first === undefined || first === before || turn(angle, heading) > mostBend) {
      first = before;
      heading = angle;
    }
    const length = Math.hypot(point.x - first.x, point.y - first.y);
    if (length > (best?.length ?? 0))
      best = { x: (first.x + point.x) / 2, y: (first.y + point.y) / 2, angle: upright(Math.atan2(point.y - first.y, point.x - first.x)), length };
  }
  return best;
};
