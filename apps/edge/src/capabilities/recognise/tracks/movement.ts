import { centreOf, sizesApart } from '../box-geometry.ts';
import type { TrackPoint } from './track.ts';

/** Own sizes that a thing must have gone for its way to have a direction. */
const minSizes = 0.5;
/** Steps shorter than this say nothing of speed. */
const minStepMs = 150;

/** Direction of the whole way, degrees clockwise from the top of the picture; null when it led nowhere. `aspect` is width by height of the picture. */
export function headingOf(points: readonly TrackPoint[], aspect: number): number | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || sizesApart(first.box, last.box) < minSizes) return null;
  const from = centreOf(first.box);
  const to = centreOf(last.box);
  const degrees = (Math.atan2((to.x - from.x) * aspect, from.y - to.y) * 180) / Math.PI;
  return Math.round(((degrees + 360) % 360) * 10) / 10;
}

/** Median speed in frame widths per second; null when it was seen once only. */
export function speedOf(points: readonly TrackPoint[], aspect: number): number | null {
  const speeds: number[] = [];
  let from = points[0];
  for (const point of points) {
    if (!from || point.atUtcMs - from.atUtcMs < minStepMs) continue;
    const a = centreOf(from.box);
    const b = centreOf(point.box);
    speeds.push((Math.hypot(b.x - a.x, (b.y - a.y) / aspect) * 1000) / (point.atUtcMs - from.atUtcMs));
    from = point;
  }
  if (speeds.length === 0) return null;
  const sorted = speeds.toSorted((a, b) => a - b);
  return Math.min(100, Math.round((sorted[sorted.length >> 1] ?? 0) * 10_000) / 10_000);
}
