import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import type { MapColours } from './draw-tile.ts';
import type { TilePlace } from './tile-maths.ts';
import type { TileLabel } from './tile-shapes.ts';

/** A tile to be painted; `id` names the question. */
export interface TileQuestion {
  id: number;
  place: TilePlace;
  sidePx: number;
  ratio: number;
  zoom: number;
  colours: MapColours;
}

/** A name in the world: x and y from 0 to 1, `room` in the width of the world. */
export type WorldLabel = TileLabel;

/** A painted tile; no picture: the file has nothing there. */
export interface PaintedTile {
  picture: ImageBitmap | null;
  labels: readonly WorldLabel[];
}

/** Page → worker: first which map; then tiles; and parts of the file that the worker asked for, null where they could not be had. */
export type PageWord =
  | { type: 'begin'; map: StreetMap; language: string }
  | ({ type: 'paint' } & TileQuestion)
  | { type: 'bytes'; id: number; bytes: ArrayBuffer | null };

/** Worker → page: parts of the file that it needs, since only the page is signed in; and what became of each question. */
export type WorkerWord =
  | { type: 'read'; id: number; offset: number; length: number }
  | ({ type: 'painted'; id: number } & PaintedTile)
  | { type: 'failed'; id: number; message: string };
