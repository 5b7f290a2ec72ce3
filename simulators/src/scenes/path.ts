/** A smooth way through points on the ground, measured by distance. */
export interface Path {
  lengthM: number;
  /** Place and direction after `distance` metres; null before the start and behind the end. Heading 0 looks towards -y. */
  at(distance: number): { x: number; y: number; heading: number } | null;
}

type Point = readonly [number, number];

const pathSteps = 24;

function blend([a, b, c, d]: [Point, Point, Point, Point]): (share: number) => Point {
  const axis = (share: number, i: 0 | 1): number =>
    0.5 *
    (2 * b[i] +
      (c[i] - a[i]) * share +
      (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * share ** 2 +
      (3 * b[i] - a[i] - 3 * c[i] + d[i]) * share ** 3);
  return (share) => [axis(share, 0), axis(share, 1)];
}

/** Catmull-Rom through all points. */
export function createPath(points: Point[]): Path {
  const dots: Point[] = [points[0]!];
  for (let index = 0; index + 1 < points.length; index += 1) {
    const curve = blend([
      points[Math.max(0, index - 1)]!,
      points[index]!,
      points[index + 1]!,
      points[Math.min(points.length - 1, index + 2)]!,
    ]);
    for (let step = 1; step <= pathSteps; step += 1) dots.push(curve(step / pathSteps));
  }
  const reached = [0];
  for (let index = 1; index < dots.length; index += 1) {
    reached.push(
      reached[index - 1]! + Math.hypot(dots[index]![0] - dots[index - 1]![0], dots[index]![1] - dots[index - 1]![1]),
    );
  }
  const lengthM = reached.at(-1)!;
  return {
    lengthM,
    at(distance) {
      if (distance < 0 || distance > lengthM) return null;
      const after = Math.max(
        1,
        reached.findIndex((value) => value >= distance),
      );
      const [from, to] = [dots[after - 1]!, dots[after]!];
      const share = (distance - reached[after - 1]!) / (reached[after]! - reached[after - 1]! || 1);
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      return { x: from[0] + dx * share, y: from[1] + dy * share, heading: Math.atan2(dx, -dy) };
    },
  };
}

/** Distance along a plan of [second, metres] stops, eased between them so that nothing starts or halts at once. */
export function travelled(plan: readonly Point[], timeS: number): number {
  const after = plan.findIndex(([second]) => second > timeS);
  if (after === 0) return plan[0]![1];
  if (after < 0) return plan.at(-1)![1];
  const [from, to] = [plan[after - 1]!, plan[after]!];
  const share = (timeS - from[0]) / (to[0] - from[0]);
  return from[1] + (to[1] - from[1]) * share * share * (3 - 2 * share);
}
