import type { Box } from '@sightline/contracts/events/event';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import { appearanceOf, cosineOf } from './appearance.ts';

/** Remembers the picture before, small, to tell what is new in a place. */
export interface PictureMemory {
  /** How differently (1 - cosine, 0..1) a part of the picture looks now; 0 when nothing is remembered. */
  changeAt(image: RgbImage, box: Box): number;
  /** Keeps this picture for the next one. */
  keep(image: RgbImage): void;
}

/** The longer side of what is remembered, in pixels. */
const side = 160;

/** Makes the memory of one camera: about 40 kB. */
export function createPictureMemory(): PictureMemory {
  let before: RgbImage | null = null;
  let now: { of: RgbImage; small: RgbImage } | null = null;
  const smallOf = (image: RgbImage): RgbImage => {
    if (now?.of !== image) now = { of: image, small: shrink(image) };
    return now.small;
  };
  return {
    changeAt(image, box) {
      // Both small: histograms of many pixels and of few do not compare well.
      return before === null ? 0 : 1 - cosineOf(appearanceOf(before, box), appearanceOf(smallOf(image), box));
    },
    keep(image) {
      before = smallOf(image);
      // The whole picture is not held on to.
      now = null;
    },
  };
}

/** Every so many-th pixel. */
function shrink(image: RgbImage): RgbImage {
  const step = Math.max(1, Math.max(image.width, image.height) / side);
  const width = Math.max(1, Math.floor(image.width / step));
  const height = Math.max(1, Math.floor(image.height / step));
  const data = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y * step) * image.width;
    for (let x = 0; x < width; x += 1, to += 3) {
      const from = (row + Math.floor(x * step)) * 3;
      data[to] = image.data[from] ?? 0;
      data[to + 1] = image.data[from + 1] ?? 0;
      data[to + 2] = image.data[from + 2] ?? 0;
    }
  }
  return { width, height, data };
}
