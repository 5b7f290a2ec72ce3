import type { Candidate, DecodeLimits } from './candidate.ts';
import { boxOfCorners } from './candidate.ts';

/** Scores `N × classes` and boxes `N × 4` (top, left, bottom, right in fractions). The best wanted class of each box counts. */
export function decodeSsd(scores: Float32Array, boxes: Float32Array, limits: DecodeLimits): Candidate[] {
  const count = boxes.length / 4;
  const classes = scores.length / count;
  const found: Candidate[] = [];
  for (let row = 0; row < count; row += 1) {
    let score = limits.minScore;
    let classIndex = -1;
    for (const wanted of limits.wanted) {
      const value = scores[row * classes + wanted]!;
      if (value >= score) {
        score = value;
        classIndex = wanted;
      }
    }
    if (classIndex < 0) continue;
    const at = row * 4;
    const box = boxOfCorners(boxes[at + 1]!, boxes[at]!, { right: boxes[at + 3]!, bottom: boxes[at + 2]! });
    if (box) found.push({ box, score, classIndex });
  }
  return found;
}
