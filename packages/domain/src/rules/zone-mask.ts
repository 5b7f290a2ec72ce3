import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Box } from '@sightline/contracts/events/event';
import { holdsPoint, touchesRectangle } from '../cameras/areas.ts';
import { distanceToLine } from './line-geometry.ts';

const columns = 32;
const rows = 18;
const outside = 0;
const inside = 1;
const atBorder = 2;

/** A zone on a grid, so that only points in a cell that its border runs through are compared with its sides. */
export class ZoneMask {
  readonly #corners: readonly PicturePoint[];
  readonly #outline: readonly PicturePoint[];
  readonly #cells = new Uint8Array(columns * rows);

  constructor(corners: readonly PicturePoint[]) {
    this.#corners = corners;
    this.#outline = [...corners, corners[0]!];
    const reach = Math.hypot(1 / columns, 1 / rows) / 2;
    for (let cell = 0; cell < columns * rows; cell += 1) {
      const middle = { x: ((cell % columns) + 0.5) / columns, y: (Math.floor(cell / columns) + 0.5) / rows };
      if (this.distance(middle) <= reach) this.#cells[cell] = atBorder;
      else this.#cells[cell] = holdsPoint(corners, middle) ? inside : outside;
    }
  }

  holds(point: PicturePoint): boolean {
    const column = Math.min(columns - 1, Math.max(0, Math.floor(point.x * columns)));
    const row = Math.min(rows - 1, Math.max(0, Math.floor(point.y * rows)));
    const cell = this.#cells[row * columns + column];
    return cell === atBorder ? holdsPoint(this.#corners, point) : cell === inside;
  }

  /** Whether any part of a box is in the zone. */
  touches(box: Box): boolean {
    return touchesRectangle(this.#corners, box);
  }

  /** Distance from the border, in fractions of the picture. */
  distance(point: PicturePoint): number {
    return distanceToLine(this.#outline, point);
  }
}
