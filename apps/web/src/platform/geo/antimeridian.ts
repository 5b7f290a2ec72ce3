interface Point {
  x: number;
  y: number;
}

/** Half of a world whose width is 1: two neighbours that are further apart are neighbours across its edge. */
const half = 0.5;

/** A line without its leaps from one edge of the world to the other: it goes on beyond the edge instead. */
const unrolled = (line: readonly Point[]): Point[] => {
  let turns = 0;
  return line.map(({ x, y }, index) => {
    const by = x - (line[index - 1]?.x ?? x);
    if (by > half) turns -= 1;
    else if (by < -half) turns += 1;
    return { x: x + turns, y };
  });
};

/** What of a ring lies on one side of an upright line. */
const cut = (ring: readonly Point[], edge: number, isInside: (x: number) => boolean): Point[] =>
  ring.flatMap((point, index) => {
    const before = ring.at(index - 1) ?? point;
    const crossing = { x: edge, y: before.y + ((edge - before.x) / (point.x - before.x)) * (point.y - before.y) };
    if (isInside(point.x)) return isInside(before.x) ? [point] : [crossing, point];
    return isInside(before.x) ? [crossing] : [];
  });

/** A ring around a pole is closed along the edge of the world beside it. */
const closed = (ring: Point[]): Point[] => {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last.x - first.x) < half) return ring;
  const pole = first.y < half ? 0 : 1;
  return [...ring, { x: last.x, y: pole }, { x: first.x, y: pole }];
};

/** Rings of land that cross the edge of the world, from x 0 to 1, as what of them lies on each of its sides. */
export const ringsWithin = (ring: readonly Point[]): Point[][] => {
  const whole = closed(unrolled(ring));
  return [-1, 0, 1]
    .map((by) => whole.map(({ x, y }) => ({ x: x + by, y })))
    .map((moved) => cut(moved, 0, (x) => x >= 0))
    .map((moved) => cut(moved, 1, (x) => x <= 1))
    .filter(({ length }) => length > 2);
};

/** A line in parts: none leaps from one edge of the world to the other. */
export const linesWithin = (line: readonly Point[]): Point[][] => {
  const parts: Point[][] = [[]];
  for (const [index, point] of line.entries()) {
    if (Math.abs(point.x - (line[index - 1]?.x ?? point.x)) > half) parts.push([]);
    parts.at(-1)?.push(point);
  }
  return parts.filter(({ length }) => length > 1);
};
