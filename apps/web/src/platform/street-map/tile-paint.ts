/** A thing on a vector tile, as far as it matters how it is drawn and named. */
export interface TileThing {
  layer: string;
  kind: 'point' | 'line' | 'area';
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** How things are drawn, in the order in which they lie on each other. */
export const paints = [
  'land',
  'built',
  'industry',
  'grass',
  'wood',
  'sand',
  'water',
  'river',
  'building',
  'ferry',
  'path',
  'rail',
  'service',
  'minor',
  'medium',
  'major',
  'motorway',
  'region',
  'country',
] as const;

/** One way of drawing; each has a colour of its own in the style sheet of the map. */
export type Paint = (typeof paints)[number];

const words = (paint: Paint, text: string): [string, Paint][] => text.split(' ').map((word) => [word, paint]);

/** Kinds of ground in both common schemas. What is not here lies under everything and needs no colour. */
const grounds = new Map<unknown, Paint>([
  ...words('wood', 'wood forest'),
  ...words(
    'grass',
    'grass park garden meadow grassland scrub heath recreation_ground playground pitch golf_course village_green nature_reserve',
  ),
  ...words(
    'grass',
    'national_park protected_area cemetery allotments orchard vineyard zoo dog_park stadium track farmland farm',
  ),
  ...words('sand', 'sand beach dune barren rock bare_rock'),
  ...words('built', 'residential neighbourhood suburb quarter urban_area'),
  ...words(
    'industry',
    'industrial commercial retail railway hospital school university college kindergarten military aerodrome airfield quarry garages',
  ),
]);

const streets = new Map<unknown, Paint>([
  ...words('motorway', 'highway motorway'),
  ...words('major', 'major_road trunk primary'),
  ...words('medium', 'medium_road secondary tertiary'),
  ...words('minor', 'minor_road minor residential unclassified living_street busway bus_guideway raceway'),
  ...words('service', 'service track aeroway runway taxiway'),
  ...words('path', 'path pedestrian footway cycleway steps other'),
  ...words('rail', 'rail transit subway light_rail tram'),
  ...words('ferry', 'ferry'),
]);

/** The word that a schema has for the kind of a thing. */
export const kindOf = ({ properties }: TileThing): unknown =>
  properties.kind ?? properties.class ?? properties['pmap:kind'];

const street = (thing: TileThing): Paint | null => {
  if (thing.kind !== 'line') return null;
  const general = streets.get(kindOf(thing)) ?? null;
  // "major_road" and "minor_road" are told apart by the original word of the map makers.
  const finer = streets.get(thing.properties.kind_detail ?? thing.properties['pmap:kind_detail']);
  return finer !== undefined && (general === 'major' || general === 'minor') ? finer : general;
};

const border = (thing: TileThing): Paint | null => {
  const { properties } = thing;
  if (thing.kind !== 'line' || properties.maritime === 1 || properties.maritime === true) return null;
  const kind = kindOf(thing);
  const level = Number(
    properties.admin_level ??
      properties['pmap:min_admin_level'] ??
      (kind === 'country' ? 2 : kind === 'region' ? 4 : 99),
  );
  if (level <= 2) return 'country';
  return level <= 4 ? 'region' : null;
};

const ground = (thing: TileThing): Paint | null =>
  thing.kind === 'area' ? (grounds.get(kindOf(thing)) ?? null) : null;
const whole =
  (paint: Paint) =>
  ({ kind }: TileThing): Paint | null =>
    kind === 'area' ? paint : null;
const wet = ({ kind }: TileThing): Paint | null => (kind === 'point' ? null : kind === 'area' ? 'water' : 'river');

/** Layers of the schemas of Protomaps and of OpenMapTiles. */
const layers = new Map<string, (thing: TileThing) => Paint | null>([
  ['earth', whole('land')],
  ['landcover', ground],
  ['landuse', ground],
  ['natural', ground],
  ['park', whole('grass')],
  ['water', wet],
  ['waterway', wet],
  ['buildings', whole('building')],
  ['building', whole('building')],
  ['roads', street],
  ['transit', street],
  ['transportation', street],
  ['boundaries', border],
  ['boundary', border],
]);

/** How a thing is drawn; null when it is not. */
export const paintOf = (thing: TileThing): Paint | null => layers.get(thing.layer)?.(thing) ?? null;

/** How a street of that kind is drawn; null for what is no street. */
export const streetOf = street;

/** Points of a growing width: zoom (of a world of 256 px at 0) and width in px. */
type Stops = readonly (readonly [number, number])[];

const widths: Partial<Readonly<Record<Paint, Stops>>> = {
  river: [
    [9, 0.6],
    [14, 1.6],
    [18, 5],
  ],
  ferry: [
    [11, 0.8],
    [18, 1.4],
  ],
  path: [
    [14.5, 0.8],
    [18, 2.4],
  ],
  rail: [
    [11, 0.6],
    [18, 2],
  ],
  service: [
    [14, 0.8],
    [18, 7],
  ],
  minor: [
    [12.5, 0.5],
    [15, 2.5],
    [18, 13],
  ],
  medium: [
    [10.5, 0.6],
    [14, 3],
    [18, 17],
  ],
  major: [
    [8, 0.6],
    [12, 2.2],
    [14, 4.4],
    [18, 20],
  ],
  motorway: [
    [6, 0.7],
    [10, 2.2],
    [14, 5.6],
    [18, 24],
  ],
  region: [
    [5, 0.7],
    [12, 1.2],
  ],
  country: [
    [1, 0.8],
    [12, 1.8],
  ],
};
const minZooms: Partial<Readonly<Record<Paint, number>>> = { building: 14 };

/** Width of a line at a zoom, in px; 0 where it is too far away to be drawn, null for areas. */
export const widthAt = (paint: Paint, zoom: number): number | null => {
  const stops = widths[paint];
  if (stops === undefined) return null;
  const after = stops.findIndex(([at]) => zoom < at);
  if (after === 0) return 0;
  const [fromZoom, from] = stops[after === -1 ? stops.length - 1 : after - 1] ?? [0, 0];
  const [toZoom, to] = stops[after] ?? [fromZoom + 1, from];
  // Each zoom doubles the map: widths grow in the same way.
  return from * (to / from) ** ((Math.min(zoom, toZoom) - fromZoom) / (toZoom - fromZoom));
};

/** Whether areas of that kind are drawn at a zoom. */
export const isAreaShown = (paint: Paint, zoom: number): boolean => zoom >= (minZooms[paint] ?? 0);
