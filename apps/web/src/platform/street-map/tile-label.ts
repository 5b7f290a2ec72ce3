import { kindOf, streetOf, type Paint, type TileThing } from './tile-paint.ts';

/** What a name stands for, the most important first. */
export const labelKinds = ['country', 'city', 'region', 'town', 'water', 'street', 'village', 'quarter'] as const;

/** One of them. */
export type LabelKind = (typeof labelKinds)[number];

/** A name to be shown, and how much it matters: the less the number, the more. */
export interface LabelChoice {
  text: string;
  kind: LabelKind;
  rank: number;
  /** From which to which zoom it is shown. */
  zooms: readonly [number, number];
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/**
 * The name in the language of the reader, or else as people there call it: a reader of English gets `name:en` and then a name in Latin
 * letters, if the map has one.
 */
export const nameIn = (properties: TileThing['properties'], language: string): string | null => {
  const latin = language === 'he' ? [] : ['name:latin', 'name_int'];
  const keys = [`name:${language}`, `name_${language}`, ...latin, 'name', 'name:latin', 'name_int'];
  return keys.map((key) => textOf(properties[key])).find((text) => text !== null) ?? null;
};

const places = new Map<unknown, LabelKind>([
  ['country', 'country'],
  ['state', 'region'],
  ['province', 'region'],
  ['region', 'region'],
  ['city', 'city'],
  ['town', 'town'],
  ['village', 'village'],
  ['hamlet', 'village'],
  ['isolated_dwelling', 'village'],
  ...['suburb', 'quarter', 'neighbourhood', 'borough', 'district', 'macrohood'].map((word): [string, LabelKind] => [
    word,
    'quarter',
  ]),
]);

const placeKind = (thing: TileThing): LabelKind | null => {
  const kind = kindOf(thing);
  // One word for all that people live in; the finer one tells how large it is.
  if (kind === 'locality')
    return places.get(thing.properties.kind_detail ?? thing.properties['pmap:kind_detail']) ?? 'town';
  return places.get(kind) ?? null;
};

const placeZooms: Readonly<Record<LabelKind, readonly [number, number]>> = {
  country: [2, 8],
  region: [6, 10],
  city: [4, 15],
  town: [8, 16],
  village: [11, 17],
  quarter: [12.5, 18],
  water: [8, 20],
  street: [11, 20],
};
const streetZooms: Partial<Readonly<Record<Paint, number>>> = {
  motorway: 12,
  major: 13,
  medium: 14.5,
  minor: 15.5,
  service: 16.5,
  path: 16.5,
};

/** Larger places first, by whichever of the two schemas says how large. */
const shareOf = ({ rank, population_rank: populationRank }: TileThing['properties']): number => {
  if (typeof rank === 'number') return Math.min(rank, 99) / 100;
  return typeof populationRank === 'number' ? (99 - Math.min(populationRank, 99)) / 100 : 0.5;
};

const placeLabel = (thing: TileThing, text: string): LabelChoice | null => {
  const kind = thing.kind === 'point' ? placeKind(thing) : null;
  return kind === null
    ? null
    : { text, kind, rank: labelKinds.indexOf(kind) + shareOf(thing.properties), zooms: placeZooms[kind] };
};

const waterLabel = (thing: TileThing, text: string): LabelChoice | null =>
  thing.kind === 'area'
    ? null
    : {
        text,
        kind: 'water',
        rank: labelKinds.indexOf('water') + (thing.kind === 'point' ? 0 : 0.5),
        zooms: placeZooms.water,
      };

const streetLabel = (thing: TileThing, text: string): LabelChoice | null => {
  const paint = streetOf(thing);
  const from = paint === null ? undefined : streetZooms[paint];
  return from === undefined
    ? null
    : { text, kind: 'street', rank: labelKinds.indexOf('street') + (from - 11) / 10, zooms: [from, 20] };
};

const layers = new Map<string, (thing: TileThing, text: string) => LabelChoice | null>([
  ['places', placeLabel],
  ['place', placeLabel],
  ['water', waterLabel],
  ['water_name', waterLabel],
  ['waterway', waterLabel],
  ['roads', streetLabel],
  ['transportation_name', streetLabel],
]);

/** The name that is shown for a thing; null for none. `language`: as in `en`, `he`. */
export const labelOf = (thing: TileThing, language: string): LabelChoice | null => {
  const choose = layers.get(thing.layer);
  if (choose === undefined) return null;
  const text = nameIn(thing.properties, language);
  return text === null ? null : choose(thing, text);
};
