import type { PathPoint } from '@sightline/contracts/events/event';
import { between } from '../box-geometry.ts';
import type { TrackPoint } from '../tracks/track.ts';

/** Largest error of a simplified path, in fractions of the picture. */
const tolerance = 0.005;
const maxPoints = 200;

/** How far a point lies from where the straight line between two others says that it is at its time. */
function errorOf(point: TrackPoint, from: TrackPoint, to: TrackPoint): number {
  const span = to.atUtcMs - from.atUtcMs;
  const { box } = point;
  const expected = between(from.box, to.box, span > 0 ? (point.atUtcMs - from.atUtcMs) / span : 0);
  return Math.max(
    Math.abs(box.x - expected.x),
    Math.abs(box.y - expected.y),
    Math.abs(box.x + box.width - expected.x - expected.width),
    Math.abs(box.y + box.height - expected.y - expected.height),
  );
}

/** Fewer points whose straight lines, in time, pass within `error` of every one that was left out (Douglas-Peucker). */
export function simplifyPoints(points: readonly TrackPoint[], error = tolerance): TrackPoint[] {
  if (points.length < 3) return [...points];
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [start, end] = range;
    const from = points[start];
    const to = points[end];
    if (!from || !to) continue;
    let worst = error;
    let at = -1;
    for (let index = start + 1; index < end; index += 1) {
      const point = points[index];
      const off = point ? errorOf(point, from, to) : 0;
      if (off > worst) [worst, at] = [off, index];
    }
    if (at < 0) continue;
    isKept[at] = 1;
    open.push([start, at], [at, end]);
  }
  return points.filter((_, index) => isKept[index] === 1);
}

const round = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

/** The path of an event as it is told: at most 200 points; the error grows only for paths that would have more. */
export function pathOf(points: readonly TrackPoint[], startedAtUtcMs: number): PathPoint[] {
  let error = tolerance;
  let kept = simplifyPoints(points, error);
  while (kept.length > maxPoints) {
    error *= 1.5;
    kept = simplifyPoints(kept, error);
  }
  return kept.map(({ atUtcMs, box }) => [
    Math.min(660_000, Math.max(0, Math.round(atUtcMs - startedAtUtcMs))),
    round(box.x),
    round(box.y),
    round(box.width),
    round(box.height),
  ]);
}
