import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import { labelStyle } from './label-style.ts';
import type { MapLook } from './map-colours.ts';
import { isGround, thingOf } from './tile-features.ts';
import { labelOf, type LabelChoice } from './tile-label.ts';
import { isAreaShown, paintOf, paints, widthAt, type Paint } from './tile-paint.ts';

const casedFromPx = 2.4;
const casingPx = 1.6;
const dashes: Partial<Readonly<Record<Paint, number[]>>> = {
  ferry: [4, 4],
  path: [3, 2],
  rail: [6, 2],
  region: [6, 4],
  country: [10, 3, 2, 3],
};
const roads: readonly Paint[] = ['service', 'minor', 'medium', 'major', 'motorway'];
/** Edges of all streets lie under all streets, so that crossings are open. */
const casingIndex = paints.indexOf('service') - 0.5;
/** Metres of one px at zoom 0, on the equator. */
const metresPerPx = 156_543.033_928_040_97;
/** Widths grow in such parts of a zoom. */
const zoomSteps = 4;
const maxLabels = 4_000;

/** What is drawn of a thing, whatever the zoom. */
interface Drawn {
  paint: Paint | null;
  label: LabelChoice | null;
  isLine: boolean;
}

/** How lines and areas of a kind are drawn at a zoom, lowest first. */
export const paintStyles = (paint: Paint, zoom: number, { colours }: MapLook): Style[] => {
  const zIndex = paints.indexOf(paint);
  const width = widthAt(paint, zoom);
  if (width === null)
    return isAreaShown(paint, zoom) ? [new Style({ zIndex, fill: new Fill({ color: colours[paint] }) })] : [];
  if (width === 0) return [];
  const isRoad = roads.includes(paint);
  const lineDash = dashes[paint];
  const lineCap = isRoad ? 'round' : 'butt';
  const stroke = new Stroke({ color: colours[paint], width, lineCap, ...(lineDash ? { lineDash } : {}) });
  const line = new Style({ zIndex, stroke });
  if (!isRoad || width < casedFromPx) return [line];
  const casing = new Stroke({ color: colours.casing, width: width + casingPx, lineCap });
  return [new Style({ zIndex: casingIndex, stroke: casing }), line];
};

const remembering =
  <K, T>(kept: { get: (key: K) => T | undefined; set: (key: K, made: T) => unknown }) =>
  (key: K, make: () => T): T => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    return made;
  };

/** How things of a street map are drawn and named, in the language of the reader. `hasLand`: the map draws land itself, and what it leaves free is the sea. */
export const streetStyle = (how: { language: string; hasLand: boolean; look: MapLook }): StyleFunction => {
  const { language, hasLand, look } = how;
  const ground = new Style({
    zIndex: -1,
    fill: new Fill({ color: hasLand ? look.colours.water : look.colours.ground }),
  });
  const drawnOf = remembering(new WeakMap<FeatureLike, Drawn>());
  const styleOf = remembering(new Map<string, Style[]>());
  const labels = new Map<string, Style>();
  const writtenAs = remembering(labels);
  return (feature, resolution) => {
    if (isGround(feature)) return ground;
    const zoom = Math.round(Math.log2(metresPerPx / resolution) * zoomSteps) / zoomSteps;
    const { paint, label, isLine } = drawnOf(feature, () => {
      const thing = thingOf(feature);
      return thing === null
        ? { paint: null, label: null, isLine: false }
        : { paint: paintOf(thing), label: labelOf(thing, language), isLine: thing.kind === 'line' };
    });
    const painted = paint === null ? [] : styleOf(`${paint} ${String(zoom)}`, () => paintStyles(paint, zoom, look));
    if (label === null || zoom < label.zooms[0] || zoom > label.zooms[1]) return painted;
    if (labels.size > maxLabels) labels.clear();
    const key = [label.kind, label.rank, isLine, label.text].join(' ');
    return [...painted, writtenAs(key, () => labelStyle(label, isLine, look))];
  };
};
