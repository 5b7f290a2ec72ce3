import type { Box } from '@sightline/contracts/events/event';
import { areaOf } from '../../platform/pictures/box-overlap.ts';

export interface Point {
  x: number;
  y: number;
}

const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);

/** A box from its edges, cut to the picture; whatever the numbers are, the answer is a valid box. */
export function boxOfEdges(edges: { left: number; top: number; right: number; bottom: number }): Box {
  const x = clamp(edges.left);
  const y = clamp(edges.top);
  return { x, y, width: Math.max(0, clamp(edges.right) - x), height: Math.max(0, clamp(edges.bottom) - y) };
}

export const isFiniteBox = (box: Box): boolean =>
  Number.isFinite(box.x + box.y + box.width + box.height) && box.width > 0 && box.height > 0;

export const clipBox = (box: Box): Box =>
  boxOfEdges({ left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height });

export const centreOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** Where a thing stands: the middle of its lower edge. */
export const footOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height });

/** The smallest part of the picture around the box whose width is `shape` times its height (both in shares of the picture); less where the picture ends. */
export function widenTo(box: Box, shape: number): Box {
  const width = Math.min(1, Math.max(box.width, box.height * shape));
  const height = Math.min(1, Math.max(box.height, box.width / shape));
  const x = Math.min(1 - width, Math.max(0, box.x + (box.width - width) / 2));
  const y = Math.min(1 - height, Math.max(0, box.y + (box.height - height) / 2));
  return { x, y, width, height };
}

/** The box with `margin` of its size more on every side, cut to the picture. */
export function withMargin(box: Box, margin: number): Box {
  const dx = box.width * margin;
  const dy = box.height * margin;
  return boxOfEdges({
    left: box.x - dx,
    top: box.y - dy,
    right: box.x + box.width + dx,
    bottom: box.y + box.height + dy,
  });
}

/** A part of a box: fractions of its own size. */
export function partOf(box: Box, part: { left: number; top: number; right: number; bottom: number }): Box {
  return boxOfEdges({
    left: box.x + box.width * part.left,
    top: box.y + box.height * part.top,
    right: box.x + box.width * part.right,
    bottom: box.y + box.height * part.bottom,
  });
}

/** Distance of two boxes' centres in mean sizes of the two: 1 is about "side by side". */
export function sizesApart(a: Box, b: Box): number {
  const from = centreOf(a);
  const to = centreOf(b);
  const width = (a.width + b.width) / 2;
  const height = (a.height + b.height) / 2;
  return Math.hypot((to.x - from.x) / Math.max(width, 1e-6), (to.y - from.y) / Math.max(height, 1e-6));
}

/** How many times larger the one is than the other, at least 1. */
export function sizeRatio(a: Box, b: Box): number {
  const first = Math.max(areaOf(a), 1e-9);
  const second = Math.max(areaOf(b), 1e-9);
  return Math.max(first / second, second / first);
}

/** Which sides of the picture a box touches: what is beyond them is not seen. */
export function bordersOf(box: Box, within = 0.012): { left: boolean; top: boolean; right: boolean; bottom: boolean } {
  return {
    left: box.x <= within,
    top: box.y <= within,
    right: box.x + box.width >= 1 - within,
    bottom: box.y + box.height >= 1 - within,
  };
}

export function touchesBorder(box: Box, within = 0.012): boolean {
  const at = bordersOf(box, within);
  return at.left || at.top || at.right || at.bottom;
}

/** The box between two others, `share` 0..1 of the way. */
export function between(from: Box, to: Box, share: number): Box {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  };
}
