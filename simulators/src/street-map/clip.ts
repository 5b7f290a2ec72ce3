type Point = readonly [number, number];

/** A square from `least` to `most` in both directions. */
export interface Square {
  least: number;
  most: number;
}

type Side = { isInside: (point: Point) => boolean; cross: (a: Point, b: Point) => Point };

const sidesOf = ({ least, most }: Square): Side[] =>
  ([0, 1] as const).flatMap((axis) =>
    [least, most].map((limit): Side => ({
      isInside: (point) => (limit === least ? point[axis] >= limit : point[axis] <= limit),
      cross: (a, b) => {
        const share = (limit - a[axis]) / (b[axis] - a[axis]);
        return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      },
    })),
  );

/** What of a closed line is in a square; empty when nothing is. */
export function clipArea(ring: readonly Point[], square: Square): Point[] {
  let points: Point[] = [...ring];
  for (const { isInside, cross } of sidesOf(square)) {
    points = points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point;
      if (isInside(point)) return isInside(before) ? [point] : [cross(before, point), point];
      return isInside(before) ? [cross(before, point)] : [];
    });
  }
  return points;
}

/** The parts of an open line in a square. */
export function clipLine(line: readonly Point[], square: Square): Point[][] {
  let parts: Point[][] = [[...line]];
  for (const { isInside, cross } of sidesOf(square)) {
    parts = parts.flatMap((part) => {
      const found: Point[][] = [];
      let open: Point[] = [];
      for (const [index, point] of part.entries()) {
        const before = part[index - 1];
        if (before !== undefined && isInside(before) !== isInside(point)) open.push(cross(before, point));
        if (isInside(point)) open.push(point);
        else if (open.length > 0) {
          found.push(open);
          open = [];
        }
      }
      return open.length > 0 ? [...found, open] : found;
    });
  }
  return parts.filter((part) => part.length > 1);
}
