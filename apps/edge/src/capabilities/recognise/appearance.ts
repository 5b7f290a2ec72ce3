import type { Box } from '@sightline/contracts/events/event';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import { partOf } from './box-geometry.ts';

/** What made the vectors below; a change of the method is a change of this name, for vectors of two methods do not compare. */
export const appearanceModelId = 'appearance-hsv@1';

const stripes = 3;
const hues = 12;
const saturations = 2;
const greys = 6;
const binsPerStripe = hues * saturations + greys;

/** Numbers of an appearance vector. */
export const appearanceDimensions = stripes * binsPerStripe;

/** Colourless below this saturation (0..1) or this value (0-255): its hue is noise. */
const least = { saturation: 0.18, value: 40 };

function binOf(red: number, green: number, blue: number): number {
  const value = Math.max(red, green, blue);
  const range = value - Math.min(red, green, blue);
  const saturation = value === 0 ? 0 : range / value;
  if (saturation < least.saturation || value < least.value)
    return hues * saturations + Math.min(greys - 1, Math.floor((value * greys) / 256));
  let hue = 0;
  if (value === red) hue = (green - blue) / range + (green < blue ? 6 : 0);
  else if (value === green) hue = (blue - red) / range + 2;
  else hue = (red - green) / range + 4;
  return Math.min(hues - 1, Math.floor((hue * hues) / 6)) * saturations + (saturation > 0.5 ? 1 : 0);
}

/** Calls back with at most about `samples` points of a part of a picture. `row` is 0..1 from the part's top. */
export function samplePixels(
  image: RgbImage,
  part: Box,
  visit: (rgb: [number, number, number], row: number) => void,
): void {
  const left = Math.max(0, Math.floor(part.x * image.width));
  const top = Math.max(0, Math.floor(part.y * image.height));
  const right = Math.min(image.width, Math.ceil((part.x + part.width) * image.width));
  const bottom = Math.min(image.height, Math.ceil((part.y + part.height) * image.height));
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / samplesPerPart)));
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const at = (y * image.width + x) * 3;
      visit([image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0], (y - top) / (bottom - top));
    }
  }
}

const samplesPerPart = 600;

/** Root of a histogram over hue, saturation and grey in three stripes of a thing's middle; unit length. */
export function appearanceOf(image: RgbImage, box: Box): Float32Array {
  const vector = new Float32Array(appearanceDimensions);
  samplePixels(image, partOf(box, { left: 0.2, top: 0.06, right: 0.8, bottom: 0.96 }), ([red, green, blue], row) => {
    const at = Math.min(stripes - 1, Math.floor(row * stripes)) * binsPerStripe + binOf(red, green, blue);
    vector[at] = (vector[at] ?? 0) + 1;
  });
  for (let index = 0; index < vector.length; index += 1) vector[index] = Math.sqrt(vector[index] ?? 0);
  return toUnitLength(vector);
}

/** Scales to length 1, in place; a vector without length stays zero. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0 && Number.isFinite(length))
    for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  else vector.fill(0);
  return vector;
}

/** -1..1 for vectors of unit length. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

/** Moves a mean of unit vectors towards a new one by `share`, in place. */
export function blendVector(mean: Float32Array, next: Float32Array, share: number): void {
  for (let index = 0; index < mean.length; index += 1)
    mean[index] = (mean[index] ?? 0) * (1 - share) + (next[index] ?? 0) * share;
  toUnitLength(mean);
}

/** int8, unit length times 127: as vectors are kept and compared. */
export const wholeVector = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 127))));

/** The same as base64: the form on the wire. */
export const encodeVector = (vector: Float32Array): string =>
  Buffer.from(wholeVector(vector).buffer).toString('base64');
