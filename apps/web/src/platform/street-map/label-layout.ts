import { toScreen, worldPx, type MapView, type ViewSize, type WorldPoint } from '../geo/mercator.ts';
import type { LabelKind } from './tile-label.ts';
import type { WorldLabel } from './worker-words.ts';

/** A box in the view, in px from its upper left corner. */
export interface ScreenBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A name that is shown: its middle in the view, in px. */
export interface ShownLabel extends WorldPoint {
  text: string;
  kind: LabelKind;
  /** In radians, clockwise. */
  angle: number;
}

/** How names of a kind are written: size in px, weight. */
export const labelStyles: Readonly<Record<LabelKind, { px: number; weight: number }>> = {
  country: { px: 14, weight: 600 },
  city: { px: 15, weight: 600 },
  region: { px: 13, weight: 500 },
  town: { px: 14, weight: 600 },
  village: { px: 13, weight: 500 },
  quarter: { px: 12, weight: 500 },
  water: { px: 12, weight: 400 },
  street: { px: 12, weight: 400 },
};

interface LabelScene {
  labels: readonly WorldLabel[];
  view: MapView;
  size: ViewSize;
  /** What names may not cover. */
  obstacles: readonly ScreenBox[];
  /** Width of a text in px. */
  widthOf: (text: string, kind: LabelKind) => number;
}

const bucketPx = 64;
const gapPx = 4;
/** The same word is not said again nearer than this. */
const againPx = 280;

/** Boxes that are taken, to be found by where they lie. */
class TakenBoxes {
  readonly #buckets = new Map<string, ScreenBox[]>();

  #keys({ x, y, width, height }: ScreenBox): string[] {
    const keys: string[] = [];
    const at = (value: number): number => Math.floor(value / bucketPx);
    for (let column = at(x); column <= at(x + width); column++)
      for (let row = at(y); row <= at(y + height); row++) keys.push(`${String(column)}:${String(row)}`);
    return keys;
  }

  take(box: ScreenBox): void {
    for (const key of this.#keys(box)) this.#buckets.set(key, [...(this.#buckets.get(key) ?? []), box]);
  }

  isTaken(box: ScreenBox): boolean {
    const meets = (other: ScreenBox): boolean =>
      box.x < other.x + other.width &&
      other.x < box.x + box.width &&
      box.y < other.y + other.height &&
      other.y < box.y + box.height;
    return this.#keys(box).some((key) => this.#buckets.get(key)?.some(meets) === true);
  }
}

/** The boxes that a text covers: one when it lies flat, small ones along it when it is turned. */
const boxesOf = ({ x, y, angle }: WorldPoint & { angle: number }, width: number, height: number): ScreenBox[] => {
  if (Math.abs(angle) < 0.05)
    return [
      { x: x - width / 2 - gapPx, y: y - height / 2 - gapPx, width: width + 2 * gapPx, height: height + 2 * gapPx },
    ];
  const count = Math.ceil(width / height);
  return Array.from({ length: count }, (_, index) => {
    const along = ((index + 0.5) / count - 0.5) * width;
    return {
      x: x + Math.cos(angle) * along - height / 2,
      y: y + Math.sin(angle) * along - height / 2,
      width: height,
      height,
    };
  });
};

/** Which names are shown: the important first, none over another, none half outside when it could not be read. */
export const layoutLabels = ({ labels, view, size, obstacles, widthOf }: LabelScene): ShownLabel[] => {
  const taken = new TakenBoxes();
  for (const box of obstacles) taken.take(box);
  const said = new Map<string, WorldPoint[]>();
  const shown: ShownLabel[] = [];
  const isSaidNear = (text: string, { x, y }: WorldPoint): boolean =>
    said.get(text)?.some((other) => Math.hypot(other.x - x, other.y - y) < againPx) === true;
  // By name and place when equally important, so that the same names win wherever the map is pushed.
  const ordered = labels.toSorted(
    (a, b) => a.rank - b.rank || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.x - b.x),
  );
  for (const { text, kind, angle, room, zooms, ...place } of ordered) {
    if (view.zoom < zooms[0] || view.zoom > zooms[1]) continue;
    const at = toScreen(place, view, size);
    if (at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height || isSaidNear(text, at)) continue;
    const width = widthOf(text, kind);
    if (room !== null && width > room * worldPx(view.zoom)) continue;
    const boxes = boxesOf({ ...at, angle }, width, labelStyles[kind].px + 2);
    if (boxes.some((box) => taken.isTaken(box))) continue;
    for (const box of boxes) taken.take(box);
    said.set(text, [...(said.get(text) ?? []), at]);
    shown.push({ text, kind, angle, ...at });
  }
  return shown;
};
