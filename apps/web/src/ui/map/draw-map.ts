import { worldPx, type MapView, type ViewSize } from '../../platform/geo/mercator.ts';
import type { WorldPaths } from '../../platform/geo/world-paths.ts';
import type { MapColours } from '../../platform/street-map/draw-tile.ts';
import type { ScreenBox } from '../../platform/street-map/label-layout.ts';
import type { StreetLayer } from '../../platform/street-map/street-layer.ts';

/** What is drawn: the world, streets where there are some, and what names of places may not cover. */
export interface MapScene {
  world: WorldPaths | undefined;
  streets: StreetLayer | null;
  view: MapView;
  size: ViewSize;
  obstacles: readonly ScreenBox[];
}

/** Each is `--map-<name>` of the style sheet. */
const colourNames = {
  ground: 'land',
  land: 'land',
  built: 'built',
  industry: 'industry',
  grass: 'grass',
  wood: 'wood',
  sand: 'sand',
  water: 'sea',
  river: 'sea',
  building: 'building',
  ferry: 'ferry',
  path: 'path',
  rail: 'rail',
  service: 'road',
  minor: 'road',
  medium: 'road',
  major: 'major',
  motorway: 'motorway',
  region: 'border',
  country: 'coast',
  casing: 'casing',
  label: 'label',
  labelQuiet: 'label-quiet',
  labelWater: 'label-water',
  halo: 'land',
  veil: 'veil',
} as const satisfies Record<keyof MapColours, string>;

/** Colours of the theme that an element has now, in the plain form that a worker understands too. */
const coloursOf = (context: CanvasRenderingContext2D, style: CSSStyleDeclaration): MapColours => {
  const plain = (name: string): string => {
    context.fillStyle = style.getPropertyValue(`--map-${name}`).trim();
    return String(context.fillStyle);
  };
  return Object.fromEntries(Object.entries(colourNames).map(([key, name]) => [key, plain(name)])) as MapColours;
};

const drawWorld = (
  context: CanvasRenderingContext2D,
  world: WorldPaths,
  how: { view: MapView; ratio: number; colours: MapColours },
): void => {
  const { view, ratio, colours } = how;
  const { width, height } = context.canvas;
  const scale = worldPx(view.zoom) * ratio;
  context.setTransform(scale, 0, 0, scale, width / 2 - view.x * scale, height / 2 - view.y * scale);
  context.fillStyle = colours.land;
  context.fill(world.land, 'evenodd');
  context.lineJoin = 'round';
  context.lineWidth = ratio / scale;
  context.strokeStyle = colours.region;
  context.stroke(world.borders);
  context.strokeStyle = colours.country;
  context.stroke(world.coasts);
};

/** Draws a map into a canvas in the colours of the theme. Answers false while a part of the streets could not be had. */
export const drawMap = (canvas: HTMLCanvasElement, { world, streets, view, size, obstacles }: MapScene): boolean => {
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return true;
  const style = getComputedStyle(canvas);
  const colours = coloursOf(context, style);
  const drawBelow = (): void => {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.water;
    context.fillRect(0, 0, width, height);
    if (world !== undefined) drawWorld(context, world, { view, ratio, colours });
  };
  if (streets !== null)
    return streets.draw(context, { view, size, ratio, colours, family: style.fontFamily, obstacles }, drawBelow);
  drawBelow();
  return true;
};
