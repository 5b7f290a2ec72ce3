import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import type { Box, EventClass } from '@sightline/contracts/events/event';
import { writtenSight } from '@sightline/contracts/events/picture-sight';
import { touchesRectangle } from '../cameras/areas.ts';
import { areasOf, hidesAnything, uncovers } from '../cameras/uncovering.ts';

/** What is hidden in a picture, and how. */
interface HiddenInPicture {
  areas: readonly PicturePolygon[];
  objects: readonly EventClass[];
  how: PrivacySettings['privacyType'];
}

/** What a picture of an event shows: which part of what the camera sees, and without what. */
export interface PictureSight {
  part: Box;
  /** Null: nothing was hidden when it was made. */
  hidden: HiddenInPicture | null;
}

/** Millionths of the picture are far less than a pixel. */
const unit = 1_000_000;
/** A picture and what it says of itself go through one message: areas that find no room count as shown. */
const maxCharacters = 5_000;
const mark = 'sightline.sight.1 ';
const comment = 0xfe;

const flat = (area: PicturePolygon): number[] =>
  area.flatMap(({ x, y }) => [Math.round(x * unit), Math.round(y * unit)]);
const corners = (numbers: readonly number[]): PicturePolygon =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    x: numbers[index * 2]! / unit,
    y: numbers[index * 2 + 1]! / unit,
  }));

function textOf({ part, hidden }: PictureSight): string {
  const areas = (hidden?.areas ?? []).map(flat);
  for (;;) {
    const text = `${mark}${JSON.stringify({ part, hidden: hidden && { areas, objects: hidden.objects, how: hidden.how } })}`;
    if (text.length <= maxCharacters || areas.length === 0) return text;
    areas.pop();
  }
}

/** Writes into a JPEG what it shows. It stays with the picture on its whole way, so that nobody has to remember what was hidden when. */
export function withSight(jpeg: Uint8Array, sight: PictureSight): Uint8Array {
  const text = textOf(sight);
  const segment = [
    0xff,
    comment,
    (text.length + 2) >> 8,
    (text.length + 2) & 0xff,
    ...Array.from(text, (letter) => letter.charCodeAt(0)),
  ];
  const marked = new Uint8Array(jpeg.length + segment.length);
  marked.set(jpeg.subarray(0, 2));
  marked.set(segment, 2);
  marked.set(jpeg.subarray(2), 2 + segment.length);
  return marked;
}

/** What a JPEG shows; null when it does not say. */
export function readSight(jpeg: Uint8Array): PictureSight | null {
  if (jpeg[2] !== 0xff || jpeg[3] !== comment) return null;
  const end = 4 + ((jpeg[4]! << 8) | jpeg[5]!);
  const text = String.fromCharCode(...jpeg.subarray(6, Math.min(end, jpeg.length)));
  if (!text.startsWith(mark)) return null;
  try {
    const { part, hidden } = writtenSight.parse(JSON.parse(text.slice(mark.length)));
    return { part, hidden: hidden && { ...hidden, areas: hidden.areas.map(corners) } };
  } catch {
    return null;
  }
}

/** Squares that hide an area reach this far beyond it, in shares of the picture. */
const squares = 1 / 24;

/**
 * Whether a picture shows nothing of what its camera hides now: all of it was hidden when the picture was made, or lies elsewhere.
 * Of a picture that does not say what it shows, nobody knows.
 */
export function showsNothingHidden(sight: PictureSight | null, now: PrivacySettings): boolean {
  if (!hidesAnything(now)) return true;
  if (sight === null) return false;
  const { x, y, width, height } = sight.part;
  const around = { x: x - squares, y: y - squares, width: width + 2 * squares, height: height + 2 * squares };
  const inPart: PrivacySettings = {
    ...now,
    definedZones: [],
    zones: areasOf(now).filter((area) => touchesRectangle(area, around)),
  };
  const { areas, objects, how } = sight.hidden ?? { areas: [], objects: [], how: 'fill' as const };
  return !uncovers(inPart, { zones: [...areas], definedZones: [], objectsToPixelate: [...objects], privacyType: how });
}
