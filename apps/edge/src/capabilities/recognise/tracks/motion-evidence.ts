import type { Box } from '@sightline/contracts/events/event';
import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { overlapOf } from '../../../platform/pictures/box-overlap.ts';
import { withMargin } from '../box-geometry.ts';
import type { MotionPicture } from '../recogniser.ts';

/** A cell that changed by this much (0-255) moved. */
const movedFrom = 24;

const cellWidth = 1 / motionColumns;
const cellHeight = 1 / motionRows;
const cellArea = cellWidth * cellHeight;

/** Which cells moved, and which of these lie under how many of the things that are seen. */
export interface MotionEvidence {
  cells: Uint8Array;
  explained: Uint8Array;
  /** The whole picture changed at once, or nearly: another scene, or another light. */
  isCut: boolean;
}

const movedCells = (cells: Uint8Array): number => cells.reduce((count, cell) => count + (cell >= movedFrom ? 1 : 0), 0);

/** So many of the 144 cells move so much only when the picture becomes another one. */
const cut = { level: 180, cells: 90 };

const cellBox = (index: number): Box => ({
  x: (index % motionColumns) * cellWidth,
  y: Math.floor(index / motionColumns) * cellHeight,
  width: cellWidth,
  height: cellHeight,
});

function forEachCell(box: Box, visit: (index: number, overlap: number) => void): void {
  const lastColumn = Math.min(motionColumns - 1, Math.floor((box.x + box.width) / cellWidth));
  const lastRow = Math.min(motionRows - 1, Math.floor((box.y + box.height) / cellHeight));
  for (let row = Math.max(0, Math.floor(box.y / cellHeight)); row <= lastRow; row += 1) {
    for (let column = Math.max(0, Math.floor(box.x / cellWidth)); column <= lastColumn; column += 1) {
      const index = row * motionColumns + column;
      const overlap = overlapOf(box, cellBox(index));
      if (overlap > 0) visit(index, overlap);
    }
  }
}

/** Marks the cells that boxes of things cover to a noticeable part. */
export function motionEvidence(motion: MotionPicture, boxes: readonly Box[]): MotionEvidence {
  const explained = new Uint8Array(motionColumns * motionRows);
  for (const box of boxes) {
    forEachCell(box, (index, overlap) => {
      if (overlap > cellArea * 0.15) explained[index] = (explained[index] ?? 0) + 1;
    });
  }
  return {
    cells: motion.cells,
    explained,
    isCut: motion.isGlobal || (motion.level >= cut.level && movedCells(motion.cells) >= cut.cells),
  };
}

/** What was seen moves a little beyond its box: where it has just been, and its shadow. */
const aroundShare = 0.3;

/** How many cells moved where nothing was seen. */
export function unexplainedCells(motion: MotionPicture, boxes: readonly Box[]): number {
  const { cells, explained } = motionEvidence(
    motion,
    boxes.map((box) => withMargin(box, aroundShare)),
  );
  return cells.reduce((count, cell, index) => count + (cell >= movedFrom && explained[index] === 0 ? 1 : 0), 0);
}

/**
 * Share of a box's area over cells that moved, 0..1. With `isOwn` only motion counts that no other thing
 * explains: a tripod does not move because people pass it. `own` says whether the box itself was counted as explaining.
 */
export function movedShare(
  evidence: MotionEvidence,
  box: Box,
  options: { isOwn: boolean; selfCounted: boolean },
): number {
  let moved = 0;
  let all = 0;
  forEachCell(box, (index, overlap) => {
    all += overlap;
    const others = (evidence.explained[index] ?? 0) - (options.selfCounted ? 1 : 0);
    if ((evidence.cells[index] ?? 0) >= movedFrom && !(options.isOwn && others > 0)) moved += overlap;
  });
  return all > 0 ? moved / all : 0;
}
