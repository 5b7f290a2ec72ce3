import type { RgbImage } from './rgb-image.ts';

/** Part of a picture in fractions, 0..1. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ResizeOptions {
  width: number;
  height: number;
  /** `letterbox` keeps the proportions and fills the rest; `stretch` fills the whole. */
  fit: 'stretch' | 'letterbox';
  /** Grey of the filling, 0-255. */
  fill: number;
  /** Memory for the result, of its size; its own unless given. */
  into?: Uint8Array;
}

export interface Resized {
  image: RgbImage;
  /** Where the region lies in the new picture, in fractions of it; the whole unless letterboxed. */
  placed: Region;
}

export const wholePicture: Region = { x: 0, y: 0, width: 1, height: 1 };

interface Axis {
  /** First and second source position of every target position, in pixels. */
  low: Int32Array;
  high: Int32Array;
  /** Weight of the second, 0-256. */
  weight: Int32Array;
}

/** Where each of `size` target pixels looks on a source axis of `limit` pixels, for the span that starts at `from`. */
function linearAxis(span: { from: number; length: number; limit: number }, size: number): Axis {
  const axis = { low: new Int32Array(size), high: new Int32Array(size), weight: new Int32Array(size) };
  const step = span.length / size;
  for (let index = 0; index < size; index += 1) {
    const at = Math.min(Math.max(span.from + (index + 0.5) * step - 0.5, 0), span.limit - 1);
    const low = Math.floor(at);
    axis.low[index] = low;
    axis.high[index] = Math.min(low + 1, span.limit - 1);
    axis.weight[index] = Math.round((at - low) * 256);
  }
  return axis;
}

/** The same for averaging: each target pixel takes the source pixels from `low` up to and without `high`. */
function areaAxis(span: { from: number; length: number; limit: number }, size: number): Axis {
  const axis = { low: new Int32Array(size), high: new Int32Array(size), weight: new Int32Array(0) };
  const step = span.length / size;
  for (let index = 0; index < size; index += 1) {
    const low = Math.min(Math.max(Math.round(span.from + index * step), 0), span.limit - 1);
    axis.low[index] = low;
    axis.high[index] = Math.min(Math.max(Math.round(span.from + (index + 1) * step), low + 1), span.limit);
  }
  return axis;
}

interface Target {
  data: Uint8Array;
  /** Index of the first byte and bytes per row. */
  start: number;
  stride: number;
}

function sampleLinear(image: RgbImage, axes: { x: Axis; y: Axis }, target: Target): void {
  const { data, width } = image;
  const { x, y } = axes;
  const columns = x.low.length;
  for (let row = 0; row < y.low.length; row += 1) {
    const top = y.low[row]! * width;
    const bottom = y.high[row]! * width;
    const down = y.weight[row]!;
    const up = 256 - down;
    let to = target.start + row * target.stride;
    for (let column = 0; column < columns; column += 1) {
      const right = x.weight[column]!;
      const left = 256 - right;
      const a = (top + x.low[column]!) * 3;
      const b = (top + x.high[column]!) * 3;
      const c = (bottom + x.low[column]!) * 3;
      const d = (bottom + x.high[column]!) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const above = data[a + channel]! * left + data[b + channel]! * right;
        const below = data[c + channel]! * left + data[d + channel]! * right;
        target.data[to] = (above * up + below * down + 32_768) >> 16;
        to += 1;
      }
    }
  }
}

function sampleArea(image: RgbImage, axes: { x: Axis; y: Axis }, target: Target): void {
  const { data, width } = image;
  const { x, y } = axes;
  const columns = x.low.length;
  const sums = new Int32Array(columns * 3);
  for (let row = 0; row < y.low.length; row += 1) {
    sums.fill(0);
    const first = y.low[row]!;
    const last = y.high[row]!;
    for (let line = first; line < last; line += 1) {
      for (let column = 0, sum = 0; column < columns; column += 1, sum += 3) {
        const end = (line * width + x.high[column]!) * 3;
        let red = 0;
        let green = 0;
        let blue = 0;
        for (let at = (line * width + x.low[column]!) * 3; at < end; at += 3) {
          red += data[at]!;
          green += data[at + 1]!;
          blue += data[at + 2]!;
        }
        sums[sum] = sums[sum]! + red;
        sums[sum + 1] = sums[sum + 1]! + green;
        sums[sum + 2] = sums[sum + 2]! + blue;
      }
    }
    let to = target.start + row * target.stride;
    for (let column = 0, sum = 0; column < columns; column += 1, sum += 3) {
      const share = 1 / ((x.high[column]! - x.low[column]!) * (last - first));
      target.data[to] = sums[sum]! * share + 0.5;
      target.data[to + 1] = sums[sum + 1]! * share + 0.5;
      target.data[to + 2] = sums[sum + 2]! * share + 0.5;
      to += 3;
    }
  }
}

function placement(
  source: { width: number; height: number },
  options: ResizeOptions,
): { left: number; top: number; width: number; height: number } {
  if (options.fit === 'stretch') return { left: 0, top: 0, width: options.width, height: options.height };
  const scale = Math.min(options.width / source.width, options.height / source.height);
  const width = Math.min(Math.max(Math.round(source.width * scale), 1), options.width);
  const height = Math.min(Math.max(Math.round(source.height * scale), 1), options.height);
  return {
    left: Math.floor((options.width - width) / 2),
    top: Math.floor((options.height - height) / 2),
    width,
    height,
  };
}

/** From this reduction on, pixels are averaged: two samples a line would leave too many out. */
const averageFrom = 2;

/** Cuts a region out of a picture (edges beyond the picture repeat) and scales it to a size. */
export function cropResize(image: RgbImage, region: Region, options: ResizeOptions): Resized {
  const across = { from: region.x * image.width, length: Math.max(region.width * image.width, 1), limit: image.width };
  const down = {
    from: region.y * image.height,
    length: Math.max(region.height * image.height, 1),
    limit: image.height,
  };
  const place = placement({ width: across.length, height: down.length }, options);
  const data = options.into ?? new Uint8Array(options.width * options.height * 3);
  if (place.width < options.width || place.height < options.height) data.fill(options.fill);
  const target = { data, start: (place.top * options.width + place.left) * 3, stride: options.width * 3 };
  const isAveraged = across.length >= averageFrom * place.width || down.length >= averageFrom * place.height;
  const makeAxis = isAveraged ? areaAxis : linearAxis;
  const axes = { x: makeAxis(across, place.width), y: makeAxis(down, place.height) };
  if (isAveraged) sampleArea(image, axes, target);
  else sampleLinear(image, axes, target);
  return {
    image: { width: options.width, height: options.height, data },
    placed: {
      x: place.left / options.width,
      y: place.top / options.height,
      width: place.width / options.width,
      height: place.height / options.height,
    },
  };
}
