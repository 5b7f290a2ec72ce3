import { sizeCanvas } from '../timeline/size-canvas.ts';
import { readPalette } from '../timeline/timeline-palette.ts';
import type { HeatCell } from './heat-cells.ts';

interface HeatScene {
  cells: readonly HeatCell[];
  /** All in whole CSS pixels from the left edge; `from` and `to` are what the timeline shows. */
  playhead: number;
  now: number;
  from: number;
  to: number;
  width: number;
}

/** Height of the line in CSS pixels. */
export const heatHeight = 16;
const band = { top: 4, height: 8 } as const;
/** The least motion that is seen at all. */
const faintest = 0.25;

/** Draws a day: recorded calm pale, motion darker the more moved, nothing where nothing is recorded; a frame around what the timeline shows. */
export function drawHeat(canvas: HTMLCanvasElement, { cells, width, ...at }: HeatScene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  sizeCanvas(canvas, context, { width, height: heatHeight });
  const palette = readPalette(canvas);
  context.fillStyle = palette.track;
  context.fillRect(0, band.top, Math.min(width, at.now), band.height);
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const from = Math.round((index / cells.length) * width);
    const to = Math.round(((index + 1) / cells.length) * width);
    context.fillStyle = palette.recorded;
    context.globalAlpha = 0.55;
    context.fillRect(from, band.top, to - from, band.height);
    if (cell === 0) continue;
    context.fillStyle = palette.motion;
    context.globalAlpha = faintest + (1 - faintest) * cell;
    context.fillRect(from, band.top, to - from, band.height);
  }
  context.globalAlpha = 1;
  const [from, to] = [Math.max(0, at.from), Math.min(width, at.to)];
  if (to - from > 0 && to - from < width) {
    context.strokeStyle = palette.text2;
    context.lineWidth = 1;
    context.strokeRect(from + 0.5, band.top - 1.5, Math.max(3, to - from - 1), band.height + 3);
  }
  context.fillStyle = palette.playhead;
  context.fillRect(at.playhead - 1, 0, 2, heatHeight);
}
