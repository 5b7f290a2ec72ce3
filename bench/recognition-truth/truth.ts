import type { ColourName, ColourPart, EventClass } from '@sightline/contracts/events/event';
import { readdir, readFile } from 'node:fs/promises';

/** x, y, width, height in fractions of the picture. */
export type Area = [number, number, number, number];

/** One thing that comes and goes, seconds from the clip's first picture. */
export interface Visit {
  name: string;
  class: EventClass;
  fromS: number;
  toS: number;
  heading?: 'up' | 'down';
  plate?: string;
  /** Where it is on the way: `[second, x of its middle]`. */
  along?: [number, number][];
}

/** What happens in a clip, as people saw it, and what the product must make of it. */
export interface ClipTruth {
  clip: string;
  /** Below the folder of the footage. */
  file: string;
  durationS: number;
  /** Clips of a few seconds are played several times in a row. */
  rounds: number;
  /** What the camera sees before and after: a second of the clip in which nothing is there, the median of its pictures, or grey. */
  before: { atS: number } | 'median' | 'grey';
  hasTiles: boolean;
  zones: { name: string; points: [number, number][] }[];
  visits: Visit[];
  /** Whether `visits` lists everything inside `area`: then whatever else is there is false. */
  isComplete: boolean;
  /** Nothing is there between these seconds. */
  gaps: [number, number][];
  /** Corners of the part of the picture that `visits` speaks about (the middle of the lower edge counts); null: all of it. */
  area: [number, number][] | null;
  /** Things at rest until a second (null: always): no event may be about them. */
  stills: { name: string; untilS: number | null; box: Area }[];
  /** Everything of a class in single pictures. */
  frames: { atS: number; boxes: { class: EventClass; box: Area; isHard?: boolean }[] }[];
  zoneEntries: { zone: string; atS: number; withinS: number }[];
  /** A search by class and colour must find the event of a visit. */
  colourSearches: { visit: string; colour: ColourName; part: ColourPart }[];
  /** How many of a class are in every picture. */
  counts: { class: EventClass; count: number } | null;
  /** Whose faces are there, from left to right. */
  faces?: { name: string; side: 'left' | 'middle' | 'right' | null }[];
  bar: Bar | null;
}

/** What the issue asks of a clip: least numbers, except `false` and `stills`, which are most. */
export interface Bar {
  text: string;
  visits?: number;
  false?: number;
  headings?: number;
  endWithinS?: number;
  recall?: number;
  stills?: number;
  zoneEntries?: number;
  colourSearches?: number;
  plates?: number;
}

/** Reads every clip's truth, or that of the named ones (separated by commas). */
export async function readTruths(clips?: string): Promise<ClipTruth[]> {
  const folder = new URL('./', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const truths = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as ClipTruth),
  );
  return truths.filter((truth) => clips === undefined || clips.split(',').includes(truth.clip));
}
