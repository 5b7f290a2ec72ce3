import type { RgbImage } from './rgb-image.ts';

/** How a model wants a picture: `(value - mean) * scale` per channel, values 0-255. */
export interface PictureFormat {
  layout: 'NCHW' | 'NHWC';
  /** Order of the channels. */
  colour: 'RGB' | 'BGR';
  /** Per red, green and blue. */
  mean: readonly number[];
  scale: readonly number[];
}

/** Turns a picture into the numbers that a model takes, for a batch of one; in memory of that size, when given. */
export function pictureTensor(
  image: RgbImage,
  format: PictureFormat,
  into?: Float32Array,
): { dims: number[]; data: Float32Array } {
  const { width, height, data } = image;
  const pixels = width * height;
  const out = into ?? new Float32Array(pixels * 3);
  const levels = new Float32Array(256);
  const isPlanar = format.layout === 'NCHW';
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = format.mean[channel] ?? 0;
    const scale = format.scale[channel] ?? 1;
    const position = format.colour === 'RGB' ? channel : 2 - channel;
    const step = isPlanar ? 1 : 3;
    for (let level = 0; level < 256; level += 1) levels[level] = (level - mean) * scale;
    let to = isPlanar ? position * pixels : position;
    for (let at = channel; at < data.length; at += 3) {
      out[to] = levels[data[at]!]!;
      to += step;
    }
  }
  return { dims: isPlanar ? [1, 3, height, width] : [1, height, width, 3], data: out };
}
