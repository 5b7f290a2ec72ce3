import type { EventClass } from '@sightline/contracts/events/event';
import { traceClass } from '../timeline/class-shape.ts';
import type { PictureFit } from './picture-fit.ts';
import { pixelsOf } from './picture-fit.ts';
import type { ShownBox } from './shown-box.ts';

/** Colours and words of the overlay. */
export interface BoxAppearance {
  colours: Record<EventClass, string>;
  ink: string;
  halo: string;
  font: string;
  words: Record<EventClass, string>;
}

export interface BoxCanvas {
  context: CanvasRenderingContext2D;
  fit: PictureFit;
  /** Size of the tile, CSS pixels. */
  width: number;
  height: number;
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const labelHeight = 16;
const labelPadding = 5;
const glyph = 8;
/** On smaller tiles labels would cover what they name. */
const labelsFrom = 300;
/** A guess is dashed and fades. */
const dash = [6, 4];
const faintest = 0.15;
const line = { moving: 1.5, resting: 1 };

const meets = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Draws boxes with their labels; a label that would lie on another one is left out. */
export function drawBoxes(canvas: BoxCanvas, boxes: readonly ShownBox[], look: BoxAppearance): void {
  const { context, width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const labels: Rect[] = [];
  for (const shown of boxes) {
    const rect = pixelsOf(canvas.fit, shown.box);
    if (rect.width < 2 || rect.height < 2 || !meets(rect, { x: 0, y: 0, width, height })) continue;
    context.globalAlpha = shown.guess === null ? 1 : Math.max(faintest, 1 - shown.guess);
    outline(context, rect, { shown, look });
    if (width < labelsFrom) continue;
    const label = placeLabel(canvas, rect, labelWidth(context, shown, look));
    if (labels.some((other) => meets(other, label))) continue;
    labels.push(label);
    drawLabel(context, label, { shown, look });
  }
  context.globalAlpha = 1;
}

function outline(
  context: CanvasRenderingContext2D,
  rect: Rect,
  { shown, look }: { shown: ShownBox; look: BoxAppearance },
): void {
  context.setLineDash(shown.guess === null ? [] : dash);
  context.beginPath();
  context.roundRect(rect.x, rect.y, rect.width, rect.height, 2);
  // A dark line around the coloured one keeps it visible on any picture.
  const width = shown.isStationary ? line.resting : line.moving;
  context.lineWidth = 2 * width;
  context.strokeStyle = look.halo;
  context.stroke();
  context.lineWidth = width;
  context.strokeStyle = look.colours[shown.class];
  context.stroke();
  context.setLineDash([]);
}

const textOf = (shown: ShownBox, look: BoxAppearance): string => shown.plate ?? look.words[shown.class];

function labelWidth(context: CanvasRenderingContext2D, shown: ShownBox, look: BoxAppearance): number {
  context.font = `600 11px ${look.font}`;
  return Math.ceil(context.measureText(textOf(shown, look)).width) + glyph + 3 * labelPadding;
}

/** Above the box, or inside its upper edge where the tile ends; never cut at the sides. */
function placeLabel({ width }: BoxCanvas, rect: Rect, labelPx: number): Rect {
  const y = rect.y - labelHeight >= 0 ? rect.y - labelHeight : Math.max(0, rect.y);
  return { x: Math.max(0, Math.min(rect.x, width - labelPx)), y, width: labelPx, height: labelHeight };
}

function drawLabel(
  context: CanvasRenderingContext2D,
  label: Rect,
  { shown, look }: { shown: ShownBox; look: BoxAppearance },
): void {
  context.fillStyle = look.colours[shown.class];
  context.beginPath();
  context.roundRect(label.x, label.y, label.width, label.height, 2);
  context.fill();
  context.fillStyle = look.ink;
  traceClass(context, shown.class, {
    x: label.x + labelPadding + glyph / 2,
    y: label.y + labelHeight / 2,
    size: glyph,
  });
  context.fill();
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(textOf(shown, look), label.x + 2 * labelPadding + glyph, label.y + labelHeight / 2 + 0.5);
}
