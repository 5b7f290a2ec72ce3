import type { Box, PathPoint } from '@sightline/contracts/events/event';

/** Where a path stands at an instant, in straight lines between its points; null before its first and after its last point. */
export function boxAt(path: readonly PathPoint[], sinceStartMs: number): Box | null {
  const after = path.findIndex(([ms]) => ms >= sinceStartMs);
  const next = path[after];
  if (!next) return null;
  const last = path[after - 1];
  if (!last) return next[0] === sinceStartMs ? boxOf(next) : null;
  const part = (sinceStartMs - last[0]) / (next[0] - last[0]);
  const [x = 0, y = 0, width = 0, height = 0] = [1, 2, 3, 4].map(
    (index) => (last[index] ?? 0) + part * ((next[index] ?? 0) - (last[index] ?? 0)),
  );
  return { x, y, width, height };
}

const boxOf = ([, x, y, width, height]: PathPoint): Box => ({ x, y, width, height });

/** The way that a thing went, at the middle of its lower edge: points of an SVG polyline in thousandths of the picture. */
export const pathLine = (path: readonly PathPoint[]): string =>
  path
    .map(([, x, y, width, height]) => `${Math.round((x + width / 2) * 1000)},${Math.round((y + height) * 1000)}`)
    .join(' ');
