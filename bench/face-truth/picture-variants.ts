import { encodeJpeg } from '../../apps/edge/src/capabilities/decode/native-jpeg.ts';
import { nativeDecoding } from '../../apps/edge/src/capabilities/decode/native-decoding.ts';
import { cropResize, wholePicture } from '../../apps/edge/src/platform/pictures/crop-resize.ts';
import type { RgbImage } from '../../apps/edge/src/platform/pictures/rgb-image.ts';
import type { LabelledFace } from './labelled-pictures.ts';

/** A picture with who is where on it. */
export interface LabelledPicture {
  image: RgbImage;
  faces: LabelledFace[];
}

/** Numbers that look like chance and are the same in each run, 0-1. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Change = (picture: LabelledPicture, chance: Chance) => LabelledPicture;

/** How a camera may see the same thing. */
export interface Variant {
  kind: string;
  name: string;
  make: Change;
}

const sameSize = ({ width, height }: RgbImage, data: Uint8Array): RgbImage => ({ width, height, data });

function eachValue(image: RgbImage, change: (value: number) => number): RgbImage {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, Math.round(change(value)))));
  return sameSize(
    image,
    image.data.map((value) => table[value] as number),
  );
}

const light =
  (change: (value: number) => number): Change =>
  ({ image, faces }) => ({ image: eachValue(image, change), faces });

const smaller =
  (share: number): Change =>
  ({ image, faces }) => {
    const size = { width: Math.round(image.width * share), height: Math.round(image.height * share) };
    return { image: cropResize(image, wholePicture, { ...size, fit: 'stretch', fill: 0 }).image, faces };
  };

/** Sums of three are near enough to what a sensor does; drawn once, for a picture needs millions. */
const grains = ((): Float32Array => {
  const chance = chanceOf(7);
  return Float32Array.from({ length: 65_521 }, () => (chance() + chance() + chance() - 1.5) * 2);
})();

const noisy =
  (deviation: number): Change =>
  ({ image, faces }, chance) => {
    const data = new Uint8ClampedArray(image.data.length);
    let grain = 0;
    // Every few hundred values elsewhere, so that no pattern comes of it.
    for (let at = 0; at < data.length; at += 1) {
      if (at % 509 === 0) grain = Math.floor(chance() * (grains.length - 509));
      data[at] = (image.data[at] as number) + (grains[grain + (at % 509)] as number) * deviation;
    }
    return { image: sameSize(image, new Uint8Array(data.buffer)), faces };
  };

/** The mean of so many neighbours on each side, along rows or columns. */
function smear({ width, height, data }: RgbImage, radius: number, isDown: boolean): Uint8Array {
  const blurred = new Uint8Array(data.length);
  const [lines, length] = isDown ? [width, height] : [height, width];
  const [step, lineStep] = isDown ? [width * 3, 3] : [3, width * 3];
  for (let line = 0; line < lines; line += 1)
    for (let channel = 0; channel < 3; channel += 1) {
      const start = line * lineStep + channel;
      const at = (index: number): number => data[start + Math.max(0, Math.min(length - 1, index)) * step] as number;
      let sum = 0;
      for (let index = -radius; index <= radius; index += 1) sum += at(index);
      for (let index = 0; index < length; index += 1) {
        blurred[start + index * step] = Math.round(sum / (2 * radius + 1));
        sum += at(index + radius + 1) - at(index - radius);
      }
    }
  return blurred;
}

const blurred =
  (radius: number): Change =>
  ({ image, faces }) => {
    let now = image;
    for (const isDown of [false, true, false, true]) now = sameSize(image, smear(now, radius, isDown));
    return { image: now, faces };
  };

/** Written and read again as a JPEG of at most this share of a good one's bytes; 0: as coarse as can be. */
const coarse =
  (share: number): Change =>
  ({ image, faces }) => {
    const good = encodeJpeg(image, { maxWidth: image.width, maxBytes: Number.POSITIVE_INFINITY });
    const jpeg = encodeJpeg(image, { maxWidth: image.width, maxBytes: good.length * share });
    return { image: nativeDecoding.still(jpeg, Math.max(image.width, image.height)), faces };
  };

const turned =
  (degrees: number): Change =>
  ({ image, faces }) => {
    const { width, height, data } = image;
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [midX, midY] = [width / 2, height / 2];
    const out = new Uint8Array(data.length);
    const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const fromX = clamp(midX + (x - midX) * cos + (y - midY) * sin, width - 1.001);
        const fromY = clamp(midY - (x - midX) * sin + (y - midY) * cos, height - 1.001);
        const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
        const [right, down] = [fromX - left, fromY - top];
        const at = (top * width + left) * 3;
        const next = left + 1 < width ? 3 : 0;
        const below = top + 1 < height ? width * 3 : 0;
        for (let channel = at; channel < at + 3; channel += 1) {
          const above = (data[channel] as number) * (1 - right) + (data[channel + next] as number) * right;
          const under =
            (data[channel + below] as number) * (1 - right) + (data[channel + below + next] as number) * right;
          out[(y * width + x) * 3 + channel - at] = Math.round(above * (1 - down) + under * down);
        }
      }
    const moved = faces.map(({ who, x, y }) => {
      const [dx, dy] = [x * width - midX, y * height - midY];
      return { who, x: (midX + dx * cos - dy * sin) / width, y: (midY + dx * sin + dy * cos) / height };
    });
    return { image: sameSize(image, out), faces: moved };
  };

/** Only this part of the picture, which is as large as before in pixels. */
function cut({ image, faces }: LabelledPicture, part: { x: number; y: number; width: number; height: number }) {
  const size = { width: Math.round(image.width * part.width), height: Math.round(image.height * part.height) };
  return {
    image: cropResize(image, part, { ...size, fit: 'stretch', fill: 0 }).image,
    faces: faces.map(({ who, x, y }) => ({ who, x: (x - part.x) / part.width, y: (y - part.y) / part.height })),
  };
}

/** Heads and shoulders: what lies below the lowest face is mostly away. */
const headsOnly: Change = (picture) => {
  const lowest = Math.max(0.3, ...picture.faces.map(({ y }) => y));
  return cut(picture, { x: 0, y: 0, width: 1, height: Math.min(1, lowest + 0.25) });
};

const mirrored: Change = ({ image, faces }) => {
  const { width, height, data } = image;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * 3, (y * width + width - 1 - x) * 3];
      for (let channel = 0; channel < 3; channel += 1) out[to + channel] = data[from + channel] as number;
    }
  return { image: sameSize(image, out), faces: faces.map(({ who, x, y }) => ({ who, x: 1 - x, y })) };
};

const colourless: Change = ({ image, faces }) => {
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [image.data[at] as number, image.data[at + 1] as number, image.data[at + 2] as number];
    data.fill(Math.round(0.3 * red + 0.59 * green + 0.11 * blue), at, at + 3);
  }
  return { image: sameSize(image, data), faces };
};

const oneAfterTheOther =
  (...changes: readonly Change[]): Change =>
  (picture, chance) =>
    changes.reduce((now, change) => change(now, chance), picture);

/** In the order in which they are told. */
export const variants: readonly Variant[] = [
  { kind: 'as it is', name: 'as it is', make: (picture) => picture },
  { kind: 'smaller', name: '0.75', make: smaller(0.75) },
  { kind: 'smaller', name: '0.5', make: smaller(0.5) },
  { kind: 'smaller', name: '0.35', make: smaller(0.35) },
  { kind: 'light', name: 'dark', make: light((value) => value * 0.4) },
  { kind: 'light', name: 'bright', make: light((value) => value * 1.5) },
  { kind: 'light', name: 'fog', make: light((value) => 110 + (value - 110) * 0.45) },
  { kind: 'blurred', name: 'a little', make: blurred(1) },
  { kind: 'blurred', name: 'much', make: blurred(2) },
  { kind: 'noise', name: '12', make: noisy(12) },
  { kind: 'noise', name: '25', make: noisy(25) },
  { kind: 'JPEG', name: 'a third', make: coarse(0.34) },
  { kind: 'JPEG', name: 'coarsest', make: coarse(0) },
  { kind: 'turned', name: '-10', make: turned(-10) },
  { kind: 'turned', name: '7', make: turned(7) },
  { kind: 'turned', name: '15', make: turned(15) },
  { kind: 'cut', name: 'heads and shoulders', make: headsOnly },
  { kind: 'mirrored', name: 'mirrored', make: mirrored },
  { kind: 'infrared', name: 'colourless', make: oneAfterTheOther(colourless, noisy(6)) },
  {
    kind: 'several',
    name: 'a poor night',
    make: oneAfterTheOther(
      smaller(0.7),
      colourless,
      light((value) => value * 0.55),
      noisy(12),
      coarse(0.34),
    ),
  },
  {
    kind: 'several',
    name: 'a poor day',
    make: oneAfterTheOther(
      smaller(0.8),
      turned(6),
      blurred(1),
      light((value) => value * 1.3),
    ),
  },
];

/** What the sensor makes of the same thing a moment later: it is never twice the same. */
export function momentLater(picture: LabelledPicture, chance: Chance): LabelledPicture {
  const shift = 0.012;
  const part = { x: chance() * shift, y: chance() * shift, width: 1 - shift, height: 1 - shift };
  return noisy(2)(cut(picture, part), chance);
}
