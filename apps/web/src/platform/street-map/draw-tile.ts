import { isAreaShown, paints, widthAt, type Paint } from './tile-paint.ts';
import { tileSteps } from './tile-shapes.ts';

/** Colours of a map, as CSS has them. `ground` lies under the tile, `casing` along streets, `label` and `halo` are those of names. */
export type MapColours = Readonly<
  Record<Paint | 'ground' | 'casing' | 'label' | 'labelQuiet' | 'labelWater' | 'halo' | 'veil', string>
>;

/** The part of a canvas' context that is needed. */
export interface TileContext<P> {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: string;
  lineCap: string;
  setTransform: (...matrix: [number, number, number, number, number, number]) => void;
  setLineDash: (lengths: number[]) => void;
  fillRect: (...box: [number, number, number, number]) => void;
  fill: (path: P) => void;
  stroke: (path: P) => void;
}

/** How a tile is painted. */
export interface TileLook {
  colours: MapColours;
  /** Zoom of the view for which it is painted (the world is 256 px wide at 0). */
  zoom: number;
  /** Side of the picture, in px. */
  sidePx: number;
  /** How many px of the picture are one px of the view. */
  ratio: number;
  /** The part of the tile that is painted: one of `across` in each direction. */
  part: { across: number; column: number; row: number };
}

const casedFromPx = 2.4;
const casingPx = 1.6;
const dashes: Partial<Readonly<Record<Paint, readonly number[]>>> = {
  ferry: [4, 4],
  path: [3, 2],
  rail: [6, 2],
  region: [6, 4],
  country: [10, 3, 2, 3],
};
const isRoad = (paint: Paint): boolean => ['service', 'minor', 'medium', 'major', 'motorway'].includes(paint);

type Pen<P> = (path: P, paint: Paint, how: { widthPx: number; colour: string }) => void;

/** Draws lines; `unit` is one px of the view in steps of the tile. */
const penOn =
  <P>(context: TileContext<P>, unit: number): Pen<P> =>
  (path, paint, { widthPx, colour }) => {
    context.lineJoin = 'round';
    context.lineCap = isRoad(paint) ? 'round' : 'butt';
    context.setLineDash((dashes[paint] ?? []).map((px) => px * unit));
    context.lineWidth = widthPx * unit;
    context.strokeStyle = colour;
    context.stroke(path);
  };

const drawCasings = <P>(
  pen: Pen<P>,
  paths: ReadonlyMap<Paint, P>,
  how: { roads: readonly Paint[]; zoom: number; colour: string },
): void => {
  for (const paint of how.roads) {
    const path = paths.get(paint);
    const width = widthAt(paint, how.zoom) ?? 0;
    if (path !== undefined && width >= casedFromPx) pen(path, paint, { widthPx: width + casingPx, colour: how.colour });
  }
};

/** Paints a tile: grounds, water, houses, streets, borders. */
export const drawTile = <P>(
  context: TileContext<P>,
  paths: ReadonlyMap<Paint, P>,
  { colours, zoom, sidePx, ratio, part }: TileLook,
): void => {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, sidePx, sidePx);
  const scale = (sidePx * part.across) / tileSteps;
  context.setTransform(scale, 0, 0, scale, -part.column * sidePx, -part.row * sidePx);
  const pen = penOn(context, ratio / scale);
  const roads = paints.filter(isRoad);
  for (const paint of paints) {
    // Edges of all streets lie under all streets, so that crossings are open.
    if (paint === roads[0]) drawCasings(pen, paths, { roads, zoom, colour: colours.casing });
    const path = paths.get(paint);
    const width = widthAt(paint, zoom);
    if (path === undefined || width === 0 || !isAreaShown(paint, zoom)) continue;
    if (width !== null) pen(path, paint, { widthPx: width, colour: colours[paint] });
    else {
      context.fillStyle = colours[paint];
      context.fill(path);
    }
  }
};
