import { gzipSync } from 'node:zlib';
import { clipArea, clipLine } from './clip.ts';
import { pmtilesFile, type PlacedTile } from './pmtiles-file.ts';
import { pngPicture } from './png-picture.ts';
import { townReachM, townThings, type TownThing } from './town.ts';
import { tileExtent, vectorTile, type TileFeature } from './vector-tile.ts';

/** Names of layers and kinds: as Protomaps has them, or as OpenMapTiles has. */
export type StreetMapSchema = 'protomaps' | 'openmaptiles';

/** Where the town lies, in degrees. */
export interface TownPlace {
  lat: number;
  lon: number;
}

type Named = [layer: string, properties: Record<string, string | number>];

const schemas: Readonly<Record<StreetMapSchema, Readonly<Record<TownThing['what'], readonly Named[]>>>> = {
  protomaps: {
    land: [['earth', { kind: 'earth' }]],
    sea: [['water', { kind: 'ocean' }]],
    park: [['landuse', { kind: 'park' }]],
    river: [['water', { kind: 'river' }]],
    building: [['buildings', { kind: 'building' }]],
    motorway: [['roads', { kind: 'highway' }]],
    major: [['roads', { kind: 'major_road', kind_detail: 'primary' }]],
    medium: [['roads', { kind: 'major_road', kind_detail: 'tertiary' }]],
    minor: [['roads', { kind: 'minor_road' }]],
    path: [['roads', { kind: 'path' }]],
    rail: [['roads', { kind: 'rail' }]],
    border: [['boundaries', { kind: 'region' }]],
    city: [['places', { kind: 'locality', kind_detail: 'city' }]],
    quarter: [['places', { kind: 'neighbourhood' }]],
    seaName: [['water', { kind: 'sea' }]],
  },
  openmaptiles: {
    land: [],
    sea: [['water', { class: 'ocean' }]],
    park: [['landcover', { class: 'grass' }]],
    river: [['waterway', { class: 'river' }]],
    building: [['building', {}]],
    motorway: [
      ['transportation', { class: 'motorway' }],
      ['transportation_name', { class: 'motorway' }],
    ],
    major: [
      ['transportation', { class: 'primary' }],
      ['transportation_name', { class: 'primary' }],
    ],
    medium: [
      ['transportation', { class: 'tertiary' }],
      ['transportation_name', { class: 'tertiary' }],
    ],
    minor: [
      ['transportation', { class: 'minor' }],
      ['transportation_name', { class: 'minor' }],
    ],
    path: [['transportation', { class: 'path' }]],
    rail: [['transportation', { class: 'rail' }]],
    border: [['boundary', { admin_level: 4 }]],
    city: [['place', { class: 'city', rank: 4 }]],
    quarter: [['place', { class: 'suburb', rank: 12 }]],
    seaName: [['water_name', { class: 'sea' }]],
  },
};
/** Layers in which names stand. */
const naming = new Set(['water', 'waterway', 'water_name', 'roads', 'transportation_name', 'places', 'place']);

const metresAround = 40_075_016.686;
const minZoom = 8;
const maxZoom = 14;
const bufferSteps = 64;

/** The middle of the town in the world (0..1), and how wide a metre is there. */
function worldOf({ lat, lon }: TownPlace): { x: number; y: number; metre: number } {
  const sin = Math.sin((lat * Math.PI) / 180);
  const metre = 1 / (metresAround * Math.cos((lat * Math.PI) / 180));
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI), metre };
}

const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

function boundsOf(town: TownPlace): { west: number; south: number; east: number; north: number } {
  const { x, y, metre } = worldOf(town);
  const reach = townReachM * metre;
  return {
    west: (x - reach) * 360 - 180,
    east: (x + reach) * 360 - 180,
    north: latOf(y - reach),
    south: latOf(y + reach),
  };
}

/** All places of tiles that touch the town at a zoom. */
function tilesAt(town: TownPlace, z: number): { z: number; x: number; y: number }[] {
  const { x, y, metre } = worldOf(town);
  const from = (middle: number): number => Math.floor((middle - townReachM * metre) * 2 ** z);
  const to = (middle: number): number => Math.floor((middle + townReachM * metre) * 2 ** z);
  const places = [];
  for (let column = from(x); column <= to(x); column++)
    for (let row = from(y); row <= to(y); row++) places.push({ z, x: column, y: row });
  return places;
}

function featureOf(
  thing: TownThing,
  town: TownPlace,
  tile: { z: number; x: number; y: number },
): Omit<TileFeature, 'properties'> | null {
  const { x, y, metre } = worldOf(town);
  const steps = 2 ** tile.z * tileExtent;
  const points = thing.points.map(([east, south]): [number, number] => [
    (x + east * metre) * steps - tile.x * tileExtent,
    (y + south * metre) * steps - tile.y * tileExtent,
  ]);
  const square = { least: -bufferSteps, most: tileExtent + bufferSteps };
  const found =
    thing.kind === 'line'
      ? clipLine(points, square)
      : [clipArea(points, thing.kind === 'point' ? { least: 0, most: tileExtent } : square)];
  const parts = found
    .filter((part) => part.length > 0)
    .map((part) => part.map(([px, py]): [number, number] => [Math.round(px), Math.round(py)]));
  return parts.length === 0 ? null : { kind: thing.kind, parts };
}

function tileOf(schema: StreetMapSchema, town: TownPlace, place: { z: number; x: number; y: number }): Uint8Array {
  const layers: Record<string, TileFeature[]> = {};
  for (const thing of townThings) {
    const shape = featureOf(thing, town, place);
    if (shape === null) continue;
    for (const [layer, kind] of schemas[schema][thing.what]) {
      const names: Record<string, string> =
        thing.names !== undefined && naming.has(layer)
          ? { name: thing.names.he, 'name:he': thing.names.he, 'name:en': thing.names.en }
          : {};
      (layers[layer] ??= []).push({ ...shape, properties: { ...kind, ...names } });
    }
  }
  return gzipSync(vectorTile(layers));
}

const attribution = '<a href="https://www.openstreetmap.org/copyright" target="_blank">&copy; OpenStreetMap</a>';

/** A street map of a small town at a place, as vector tiles of zoom 8 to 14. */
export function streetMapFile(town: TownPlace, schema: StreetMapSchema = 'protomaps'): Buffer {
  const tiles: PlacedTile[] = [];
  for (let z = minZoom; z <= maxZoom; z++)
    for (const place of tilesAt(town, z)) tiles.push({ ...place, bytes: tileOf(schema, town, place) });
  const layers = [...new Set(Object.values(schemas[schema]).flatMap((named) => named.map(([layer]) => layer)))];
  const metadata = { name: 'Town', attribution, vector_layers: layers.map((id) => ({ id, fields: {} })) };
  return pmtilesFile(tiles, { type: 1, tileCompression: 2, bounds: boundsOf(town), metadata });
}

/** The same place as finished pictures (PNG) of zoom 8 to 13: fields in changing greens, each with a frame. */
export function rasterMapFile(town: TownPlace): Buffer {
  const tiles: PlacedTile[] = [];
  for (let z = minZoom; z < maxZoom; z++)
    for (const place of tilesAt(town, z))
      tiles.push({ ...place, bytes: pngPicture(256, [120 + ((place.x + place.y) % 2) * 30, 160, 110 + (z % 3) * 15]) });
  return pmtilesFile(tiles, {
    type: 2,
    tileCompression: 1,
    bounds: boundsOf(town),
    metadata: { name: 'Pictures', attribution: 'Drawn for tests' },
  });
}
