import type { Box } from '@sightline/contracts/events/event';
import type { CameraPrivacy } from './camera-privacy.ts';
import type { MaskGrid, PixelPoint } from './mask-grid.ts';
import { emptyGrid, hideAll, hideArea, squaresAcross } from './mask-grid.ts';

interface Size {
  width: number;
  height: number;
}

const wholePicture: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Where the hidden objects are; `unknown` hides the whole picture. */
export type HiddenObjects = readonly Box[] | 'unknown';

/** Makes the masks of one camera's pictures; that of the areas is kept, because it is the same for every picture. */
export class PictureMask {
  readonly privacy: CameraPrivacy;
  #areas: { key: string; grid: MaskGrid } | null = null;

  constructor(privacy: CameraPrivacy) {
    this.privacy = privacy;
  }

  /** What to hide in a picture of this size that shows `part` of what the camera sees. */
  grid(size: Size, objects: HiddenObjects, part: Box = wholePicture): MaskGrid {
    const ofAreas = this.#areaGrid(size, part);
    if (this.privacy.objects.length === 0 || (objects !== 'unknown' && objects.length === 0)) return ofAreas;
    const grid = { ...ofAreas, cells: ofAreas.cells.slice() };
    if (objects === 'unknown') hideAll(grid);
    else
      for (const box of objects)
        hideArea(
          grid,
          cornersOf(box).map((corner) => pixelOf(corner, size, part)),
        );
    return grid;
  }

  #areaGrid(size: Size, part: Box): MaskGrid {
    const key = [size.width, size.height, part.x, part.y, part.width, part.height].join('/');
    if (this.#areas?.key === key) return this.#areas.grid;
    // A part that was made larger shows no more of what is hidden than the whole does.
    const grid = emptyGrid(size, squaresAcross * part.width);
    for (const area of this.privacy.areas)
      hideArea(
        grid,
        area.map((corner) => pixelOf(corner, size, part)),
      );
    this.#areas = { key, grid };
    return grid;
  }
}

const cornersOf = ({ x, y, width, height }: Box): PixelPoint[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

const pixelOf = (point: PixelPoint, size: Size, part: Box): PixelPoint => ({
  x: ((point.x - part.x) / part.width) * size.width,
  y: ((point.y - part.y) / part.height) * size.height,
});
