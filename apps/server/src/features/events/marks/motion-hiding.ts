import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { touchesRectangle } from '@sightline/domain/cameras/areas';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import { cellsFromHex, cellsToHex } from '@sightline/media/motion-index/motion-cells';

/** Whether a cell of the motion grid shows nothing of what a camera hides. */
const isShownCell = (areas: ReturnType<typeof areasOf>, cell: number): boolean => {
  const [width, height] = [1 / motionColumns, 1 / motionRows];
  const box = { x: (cell % motionColumns) * width, y: Math.floor(cell / motionColumns) * height, width, height };
  return !areas.some((area) => touchesRectangle(area, box));
};

const bit = (cell: number): number => 0x80 >> (cell & 7);

/** Of the cells that are asked for, those in which somebody may know that something moved; none stands for all. Null when none is left. */
export function shownCells(asked: string, privacy: PrivacySettings | undefined): string | null {
  const areas = privacy === undefined ? [] : areasOf(privacy);
  if (areas.length === 0) return asked;
  const wanted = cellsFromHex(asked) ?? new Uint8Array();
  const isAll = wanted.every((byte) => byte === 0);
  const shown = new Uint8Array(wanted.length);
  for (let cell = 0; cell < motionColumns * motionRows; cell += 1) {
    const isWanted = isAll || (wanted[cell >> 3]! & bit(cell)) !== 0;
    if (isWanted && isShownCell(areas, cell)) shown[cell >> 3]! |= bit(cell);
  }
  return shown.every((byte) => byte === 0) ? null : cellsToHex(shown);
}

/** What moved in each cell, and nothing where the camera hides something. */
export function shownHeat(movedMs: readonly number[], privacy: PrivacySettings | undefined): number[] {
  const areas = privacy === undefined ? [] : areasOf(privacy);
  return movedMs.map((moved, cell) => (areas.length === 0 || isShownCell(areas, cell) ? moved : 0));
}
