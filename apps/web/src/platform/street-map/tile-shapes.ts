import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { straightStretch } from './straight-stretch.ts';
import { labelOf, type LabelChoice } from './tile-label.ts';
import { paintOf, type Paint, type TileThing } from './tile-paint.ts';

/** Side of a tile in the unit of its shapes, whatever the file has. */
export const tileSteps = 4096;

/** The part of `Path2D` that is needed. */
export interface ShapePath {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

/** A name and where it stands, in steps from the upper left corner of its tile. */
export interface TileLabel extends LabelChoice {
  x: number;
  y: number;
  angle: number;
  /** How long it may be, in steps; null where there is room all around. */
  room: number | null;
}

/** A vector tile as it is drawn. */
export interface TileShapes<P extends ShapePath> {
  paths: ReadonlyMap<Paint, P>;
  labels: readonly TileLabel[];
}

const kinds = [null, 'point', 'line', 'area'] as const;
const maxLabels = 400;

type Lines = readonly (readonly { x: number; y: number }[])[];

const trace = (path: ShapePath, lines: Lines, isClosed: boolean): void => {
  for (const line of lines) {
    for (const [index, { x, y }] of line.entries()) {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (isClosed) path.closePath();
  }
};

/** Points outside belong to the tile that they lie on. */
const isInside = ({ x, y }: { x: number; y: number }): boolean => x >= 0 && y >= 0 && x < tileSteps && y < tileSteps;

const placed = (choice: LabelChoice, kind: TileThing['kind'], lines: Lines): TileLabel[] => {
  if (kind === 'point') {
    const at = lines[0]?.[0];
    return at === undefined || !isInside(at) ? [] : [{ ...choice, x: at.x, y: at.y, angle: 0, room: null }];
  }
  const stretches = lines.flatMap((line) => straightStretch(line) ?? []);
  const best = stretches.toSorted((a, b) => b.length - a.length)[0];
  return best === undefined || !isInside(best)
    ? []
    : [{ ...choice, x: best.x, y: best.y, angle: best.angle, room: best.length }];
};

/** A street comes in many pieces: its name stands on the longest of them. */
const eachOnce = (labels: readonly TileLabel[]): TileLabel[] => {
  const longest = new Map<string, TileLabel>();
  for (const label of labels) {
    const key = `${label.kind} ${label.text}`;
    const known = longest.get(key);
    if (known === undefined || (known.room ?? 0) < (label.room ?? 0)) longest.set(key, label);
  }
  return [...longest.values()].toSorted((a, b) => a.rank - b.rank).slice(0, maxLabels);
};

const linesOf = (feature: VectorTileFeature): Lines => {
  const scale = tileSteps / feature.extent;
  const lines = feature.loadGeometry();
  return scale === 1 ? lines : lines.map((line) => line.map(({ x, y }) => ({ x: x * scale, y: y * scale })));
};

/** Unpacks a vector tile (MVT). Throws where the bytes are none. */
export const tileShapes = <P extends ShapePath>(
  bytes: Uint8Array,
  language: string,
  makePath: () => P,
): TileShapes<P> => {
  const paths = new Map<Paint, P>();
  const labels: TileLabel[] = [];
  for (const [layer, content] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    for (let index = 0; index < content.length; index++) {
      const feature = content.feature(index);
      const kind = kinds[feature.type];
      if (kind === null || kind === undefined) continue;
      const thing: TileThing = { layer, kind, properties: feature.properties };
      const [paint, choice] = [paintOf(thing), labelOf(thing, language)];
      if (paint === null && choice === null) continue;
      const lines = linesOf(feature);
      if (paint !== null) {
        const path = paths.get(paint) ?? makePath();
        paths.set(paint, path);
        trace(path, lines, kind === 'area');
      }
      if (choice !== null) labels.push(...placed(choice, kind, lines));
    }
  }
  return { paths, labels: eachOnce(labels) };
};
