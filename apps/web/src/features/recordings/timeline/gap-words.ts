/** A gap as it lies on the timeline, in pixels. */
export interface GapBox {
  from: number;
  to: number;
}

interface Words {
  /** Width of the words, pixels. */
  width: number;
  /** Where the next gap begins, or the end of the timeline. */
  freeUntil: number;
}

const margin = 10;

/** Left edge of a gap's words: inside the visible gap when they fit, else after it, else null: the tooltip has them. */
export function placeGapWords(gap: GapBox, words: Words): number | null {
  const from = Math.max(0, gap.from);
  const to = Math.min(words.freeUntil, gap.to);
  if (to - from >= words.width + 2 * margin) return from + margin;
  if (gap.to > 0 && gap.to + margin + words.width <= words.freeUntil - margin) return gap.to + margin;
  return null;
}
