import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';

/** Kinds of tile that a street map can have: shapes that the browser draws, or finished pictures. */
export const streetMapTiles = ['vector', 'png', 'jpeg', 'webp'] as const;

/** Most bytes of the file that one request may ask for. */
export const streetMapRangeBytes = 8_388_608;

/** A word of whose data it is; `url` where more is said about it. */
const attributionPart = z.object({ text: z.string(), url: z.string().nullable() });

/** The street map that whoever runs the installation gave it. */
export const streetMap = z.object({
  /** Names this very content: another file, or a changed one, has another. */
  version: z.string(),
  bytes: z.number().int(),
  tiles: z.enum(streetMapTiles),
  /** Zooms of its tiles, 0..30; one picture of 256 px is the whole world at zoom 0. */
  minZoom: z.number().int(),
  maxZoom: z.number().int(),
  /** What it covers, in degrees. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  /** To be shown wherever the map is; empty when the file names nobody. */
  attribution: z.array(attributionPart),
  /** Names of the layers of vector tiles; empty for pictures. */
  layers: z.array(z.string()),
});

/** Both null: there is no street map. `problem`: there is a file, and why it is of no use. */
export const streetMapInfo = z.object({ map: streetMap.nullable(), problem: errorCode.nullable() });

export type StreetMap = z.infer<typeof streetMap>;
export type StreetMapInfo = z.infer<typeof streetMapInfo>;
