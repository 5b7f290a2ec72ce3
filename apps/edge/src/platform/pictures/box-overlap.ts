import type { Box } from '@sightline/contracts/events/event';

/** Share of the picture that a box covers. */
export const areaOf = (box: Box): number => box.width * box.height;

/** Share of the picture that both boxes cover. */
export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, 0..1. */
export function iouOf(a: Box, b: Box): number {
  const common = overlapOf(a, b);
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common);
}

/** Share of `inner` that lies within `outer`, 0..1. */
export function shareWithin(inner: Box, outer: Box): number {
  const area = areaOf(inner);
  return area > 0 ? overlapOf(inner, outer) / area : 0;
}
