import type { FeatureLike } from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapColours, MapLook } from './map-colours.ts';
import { straightStretch } from './straight-stretch.ts';
import { linesOf } from './tile-features.ts';
import type { LabelChoice, LabelKind } from './tile-label.ts';

/** How names of a kind are written: size in px, weight. */
const fonts: Readonly<Record<LabelKind, { px: number; weight: number }>> = {
  country: { px: 14, weight: 600 },
  city: { px: 15, weight: 600 },
  region: { px: 13, weight: 500 },
  town: { px: 14, weight: 600 },
  village: { px: 13, weight: 500 },
  quarter: { px: 12, weight: 500 },
  water: { px: 12, weight: 400 },
  street: { px: 12, weight: 400 },
};
const haloPx = 3;
const gapPx = 4;
/** The same street is not named again nearer than this. */
const againPx = 280;
/** Fewer steps of importance are fewer rounds of drawing. */
const rankSteps = 10;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/u;

/** Which way a name reads: by its first letter, so that brackets and numbers in it stand where they belong. */
export const directionOf = (text: string): 'rtl' | 'ltr' =>
  rightToLeft.test(letter.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

/** A name with the signs that set its direction: the canvas of the map library has none of its own. */
export const directed = (text: string): string => `${directionOf(text) === 'rtl' ? '\u2067' : '\u2066'}${text}\u2069`;

const stretches = new WeakMap<FeatureLike, LineString | null>();

/** Words stand on the longest straight part: along a bend the library writes letter by letter, and Hebrew brackets and numbers fall apart. */
const straightPart = (feature: FeatureLike): LineString | undefined => {
  const known = stretches.get(feature);
  if (known !== undefined) return known ?? undefined;
  const best = linesOf(feature)
    .flatMap((line) => straightStretch(line) ?? [])
    .toSorted((a, b) => b.length - a.length)[0];
  const along = (by: number): [number, number] =>
    best === undefined
      ? [0, 0]
      : [
          best.x + (Math.cos(best.angle) * best.length * by) / 2,
          best.y + (Math.sin(best.angle) * best.length * by) / 2,
        ];
  const line = best === undefined ? null : new LineString([along(-1), along(1)]);
  stretches.set(feature, line);
  return line ?? undefined;
};

const colourOf = (kind: LabelKind, colours: MapColours): string => {
  if (kind === 'water') return colours.labelWater;
  return kind === 'street' || kind === 'quarter' ? colours.labelQuiet : colours.label;
};

/** How a name is written at its point, or along its line. The more important is placed first, and keeps others away. */
export const labelStyle = ({ text, kind, rank }: LabelChoice, isLine: boolean, { colours, family }: MapLook): Style => {
  const { px, weight } = fonts[kind];
  return new Style({
    ...(isLine ? { geometry: straightPart } : {}),
    zIndex: -Math.round(rank * rankSteps),
    text: new Text({
      text: directed(text),
      font: `${String(weight)} ${String(px)}px ${family}`,
      fill: new Fill({ color: colourOf(kind, colours) }),
      // Names of seas and lakes stand on them, those of rivers along them.
      stroke: new Stroke({ color: kind === 'water' && !isLine ? colours.water : colours.halo, width: haloPx }),
      padding: [gapPx, gapPx, gapPx, gapPx],
      ...(isLine ? { placement: 'line' as const, repeat: againPx } : {}),
    }),
  });
};
