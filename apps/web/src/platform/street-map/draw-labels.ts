import type { MapColours } from './draw-tile.ts';
import { labelStyles, type ShownLabel } from './label-layout.ts';
import type { LabelKind } from './tile-label.ts';

const haloPx = 3;
const maxWidths = 4_000;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/u;

/** Which way a name reads: by its first letter, so that brackets and numbers in it stand where they belong. */
export const directionOf = (text: string): 'rtl' | 'ltr' =>
  rightToLeft.test(letter.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

const fontOf = (kind: LabelKind, family: string): string =>
  `${String(labelStyles[kind].weight)} ${String(labelStyles[kind].px)}px ${family}`;

const widths = new Map<string, number>();

/** Measures texts, and remembers. */
export const measuring =
  (context: CanvasRenderingContext2D, family: string) =>
  (text: string, kind: LabelKind): number => {
    const font = fontOf(kind, family);
    const key = `${font} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    if (widths.size >= maxWidths) widths.clear();
    context.font = font;
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };

const colourOf = (kind: LabelKind, colours: MapColours): string => {
  if (kind === 'water') return colours.labelWater;
  return kind === 'street' || kind === 'quarter' ? colours.labelQuiet : colours.label;
};

/** Writes names with a halo. The browser orders letters and mirrors brackets, as in every text of the page. */
export const drawLabels = (
  context: CanvasRenderingContext2D,
  labels: readonly ShownLabel[],
  look: { colours: MapColours; family: string; ratio: number },
): void => {
  const { colours, family, ratio } = look;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = haloPx;
  for (const { text, kind, x, y, angle } of labels) {
    const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
    context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio);
    context.direction = directionOf(text);
    context.font = fontOf(kind, family);
    context.fillStyle = colourOf(kind, colours);
    // Names of seas and lakes stand on them, those of rivers along them.
    context.strokeStyle = kind === 'water' && angle === 0 ? colours.water : colours.halo;
    context.strokeText(text, 0, 0);
    context.fillText(text, 0, 0);
  }
};
