import type { Box } from '@sightline/contracts/events/event';

/** Centre of an anchor in fractions of the model's input. */
export interface Anchor {
  x: number;
  y: number;
}

/** Two grids of cells of 16 and of 32 pixels, with 2 and 6 anchors in each cell. */
export function blazeAnchors(size: number): Anchor[][] {
  return [
    { stride: 16, perCell: 2 },
    { stride: 32, perCell: 6 },
  ].map(({ stride, perCell }) => {
    const cells = size / stride;
    const anchors: Anchor[] = [];
    for (let row = 0; row < cells; row += 1)
      for (let column = 0; column < cells; column += 1)
        for (let copy = 0; copy < perCell; copy += 1)
          anchors.push({ x: (column + 0.5) / cells, y: (row + 0.5) / cells });
    return anchors;
  });
}

export interface BlazeFound {
  /** In fractions of the model's input; may lie partly outside. */
  box: Box;
  score: number;
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Scores (logits, one per anchor) and rows of values per anchor that begin with the offset of the centre and the size in pixels of the input. */
export function decodeBlaze(
  grid: { anchors: Anchor[]; scores: Float32Array; boxes: Float32Array; size: number },
  minScore: number,
): BlazeFound[] {
  const columns = grid.boxes.length / grid.anchors.length;
  return grid.anchors.flatMap((anchor, row) => {
    const score = sigmoid(grid.scores[row]!);
    if (!(score >= minScore)) return [];
    const [x = 0, y = 0, width = 0, height = 0] = Array.from(
      grid.boxes.subarray(row * columns, row * columns + 4),
      (value) => value / grid.size,
    );
    return width > 0 && height > 0
      ? [{ score, box: { x: anchor.x + x - width / 2, y: anchor.y + y - height / 2, width, height } }]
      : [];
  });
}
