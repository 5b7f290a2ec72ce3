import type { Box } from '@sightline/contracts/events/event';

export interface ScoredBox {
  box: Box;
  score: number;
  /** Boxes of different groups never suppress each other. */
  group: string;
  /** The box ends where a part of the picture was cut off: it may be a piece of something larger. */
  isCut: boolean;
}

const area = (box: Box): number => box.width * box.height;

function intersection(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Share of a piece that must lie inside another box for it to count as a piece of that. */
const containedShare = 0.7;

function isSame(kept: ScoredBox, other: ScoredBox, overlap: number): boolean {
  if (kept.group !== other.group) return false;
  const common = intersection(kept.box, other.box);
  if (common <= 0) return false;
  if (common / (area(kept.box) + area(other.box) - common) > overlap) return true;
  return (other.isCut && common > containedShare * area(other.box)) || (kept.isCut && common > containedShare * area(kept.box));
}

/**
 * Keeps the best box of each thing: whole ones before pieces, then by score; drops what overlaps a kept one, and pieces
 * that lie in one.
 */
export function suppress<T extends ScoredBox>(boxes: T[], overlap: number): T[] {
  const kept: T[] = [];
  const ordered = boxes.toSorted((a, b) => Number(a.isCut) - Number(b.isCut) || b.score - a.score);
  for (const box of ordered) if (!kept.some((one) => isSame(one, box, overlap))) kept.push(box);
  return kept;
}
