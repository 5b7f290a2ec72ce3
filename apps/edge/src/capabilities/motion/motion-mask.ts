import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { countsAt, type CountedArea, countsEverywhere } from '../recognise/counted-area.ts';

/** Points of a cell that are asked, per side. */
const samples = 3;

function isCounted(area: CountedArea, cell: number): boolean {
  const column = cell % motionColumns;
  const row = Math.floor(cell / motionColumns);
  for (let x = 0; x < samples; x++) {
    for (let y = 0; y < samples; y++) {
      if (
        countsAt(area, {
          x: (column + (x + 0.5) / samples) / motionColumns,
          y: (row + (y + 0.5) / samples) / motionRows,
        })
      )
        return true;
    }
  }
  return false;
}

/** Cells of the motion grid of which any part counts, as 0 or 1; null when the whole picture does. */
export function countedCells(area: CountedArea): Uint8Array | null {
  if (countsEverywhere(area)) return null;
  return Uint8Array.from({ length: motionColumns * motionRows }, (_, cell) => (isCounted(area, cell) ? 1 : 0));
}
