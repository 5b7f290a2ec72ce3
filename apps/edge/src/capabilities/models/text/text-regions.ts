import type { TurnedRectangle } from '../../../platform/pictures/crop-turned.ts';
import type { Point } from './smallest-rectangle.ts';
import { smallestRectangle } from './smallest-rectangle.ts';

export interface TextRegion {
  /** In pixels of the map. */
  rectangle: TurnedRectangle;
  /** Mean probability of its pixels. */
  score: number;
}

export interface ProbabilityMap {
  width: number;
  height: number;
  /** 0..1 per pixel. */
  data: Float32Array;
}

/** Fewer pixels than this are no line of text. */
const fewestPixels = 12;
const smallestSide = 3;
/** The model marks the core of a line; the line itself is larger by this multiple of area over perimeter. */
const growth = 1.6;
/** Less air above and below reads better: frames and seals of plates stay out. */
const tightness = 0.81;

interface Blob {
  sum: number;
  count: number;
  /** First and last pixel of each of its rows. */
  edges: Map<number, { first: number; last: number }>;
}

function collectBlob(map: ProbabilityMap, start: number, open: Uint8Array): Blob {
  const blob: Blob = { sum: 0, count: 0, edges: new Map() };
  const stack = [start];
  open[start] = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % map.width;
    const y = (at - x) / map.width;
    blob.sum += map.data[at]!;
    blob.count += 1;
    const edge = blob.edges.get(y);
    if (!edge) blob.edges.set(y, { first: x, last: x });
    else if (x < edge.first) edge.first = x;
    else if (x > edge.last) edge.last = x;
    for (const next of [x > 0 ? at - 1 : -1, x < map.width - 1 ? at + 1 : -1, at - map.width, at + map.width]) {
      if (next < 0 || !open[next]) continue;
      open[next] = 0;
      stack.push(next);
    }
  }
  return blob;
}

function cornersOf(blob: Blob): Point[] {
  return [...blob.edges].flatMap(([y, { first, last }]) => [
    { x: first, y },
    { x: last + 1, y },
    { x: first, y: y + 1 },
    { x: last + 1, y: y + 1 },
  ]);
}

function grown(rectangle: TurnedRectangle): TurnedRectangle {
  const by = ((rectangle.width * rectangle.height) / (rectangle.width + rectangle.height)) * growth;
  return { ...rectangle, width: rectangle.width + by, height: (rectangle.height + by) * tightness };
}

/** Lines of text in a map of how likely each pixel belongs to text; the surest first. */
export function findTextRegions(map: ProbabilityMap, thresholds: { pixel: number; box: number }): TextRegion[] {
  const open = Uint8Array.from(map.data, (value) => (value > thresholds.pixel ? 1 : 0));
  const regions: TextRegion[] = [];
  for (let at = open.indexOf(1); at >= 0; at = open.indexOf(1, at)) {
    const blob = collectBlob(map, at, open);
    const score = blob.sum / blob.count;
    if (blob.count < fewestPixels || score < thresholds.box) continue;
    const rectangle = smallestRectangle(cornersOf(blob));
    if (Math.min(rectangle.width, rectangle.height) >= smallestSide)
      regions.push({ rectangle: grown(rectangle), score });
  }
  return regions.toSorted((a, b) => b.score - a.score);
}
