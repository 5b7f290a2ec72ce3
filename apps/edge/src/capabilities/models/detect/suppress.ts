import type { Box } from '@sightline/contracts/events/event';
import { iouOf, shareWithin } from '../../../platform/pictures/box-overlap.ts';

export interface ScoredBox {
  box: Box;
  score: number;
  /** Boxes of different groups never suppress each other. */
  group: string;
  /** The box ends where a part of the picture was cut off: it may be a piece of something larger. */
  isCut: boolean;
}

/** Share of a piece that must lie inside another box for it to count as a piece of that. */
const containedShare = 0.7;

function isSame(kept: ScoredBox, other: ScoredBox, overlap: number): boolean {
  if (kept.group !== other.group) return false;
  if (iouOf(kept.box, other.box) > overlap) return true;
  return (
    (other.isCut && shareWithin(other.box, kept.box) > containedShare) ||
    (kept.isCut && shareWithin(kept.box, other.box) > containedShare)
  );
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
