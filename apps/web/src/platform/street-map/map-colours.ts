import type { Paint } from './tile-paint.ts';

/** Each is `--map-<name>` of the style sheet: `ground` lies under tiles, `casing` along streets, `label` and `halo` are those of names. */
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
} as const satisfies Record<
  Paint | 'ground' | 'casing' | 'label' | 'labelQuiet' | 'labelWater' | 'halo' | 'veil',
  string
>;

/** Colours of a map, as a canvas has them. */
export type MapColours = Readonly<Record<keyof typeof colourNames, string>>;

/** How a map looks: its colours, and the typeface of its names. */
export interface MapLook {
  colours: MapColours;
  family: string;
}

/** The look that the theme gives to an element now; colours in the plain form that the map library understands. */
export const lookOf = (element: Element): MapLook => {
  const style = getComputedStyle(element);
  const context = document.createElement('canvas').getContext('2d');
  const plain = (name: string): string => {
    const written = style.getPropertyValue(`--map-${name}`).trim();
    if (context === null) return written;
    context.fillStyle = written;
    return context.fillStyle;
  };
  const colours = Object.fromEntries(Object.entries(colourNames).map(([key, name]) => [key, plain(name)]));
  return { colours: colours as MapColours, family: style.fontFamily };
};
