import type { Box } from '@sightline/contracts/events/event';

/** What a decoder reads from a model's output: a box in fractions of the model's input, and the number of its class. */
export interface Candidate {
  box: Box;
  score: number;
  classIndex: number;
}

/** Where a decoder looks. */
export interface DecodeLimits {
  minScore: number;
  /** Size of the model's input, for decoders whose boxes are in its pixels. */
  width: number;
  height: number;
  /** Numbers of the classes that are wanted. */
  wanted: readonly number[];
}

/** Box of corners, without what lies beyond the input; null when nothing is left or a value is no number. */
export function boxOfCorners(left: number, top: number, corner: { right: number; bottom: number }): Box | null {
  const x = Math.max(left, 0);
  const y = Math.max(top, 0);
  const width = Math.min(corner.right, 1) - x;
  const height = Math.min(corner.bottom, 1) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
