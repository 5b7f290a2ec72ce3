import type { PicturePart } from '@sightline/domain/doors/door-grid';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';

/** So much of what is around a door is shown with it, as a share of its size: people must know where it is. */
const around = 0.5;

/** The part of the picture that shows a door to people. */
export function shownPart({ x, y, width, height }: PicturePart): PicturePart {
  const [left, top] = [Math.max(0, x - width * around), Math.max(0, y - height * around)];
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width * (1 + around)) - left,
    height: Math.min(1, y + height * (1 + around)) - top,
  };
}

/** A part of a picture as a picture of its own. */
export function cutOut({ width, height, data }: RgbImage, part: PicturePart): RgbImage {
  const left = Math.floor(part.x * width);
  const top = Math.floor(part.y * height);
  // Codecs want even numbers.
  const wide = Math.max(2, Math.floor((Math.min(width, Math.ceil((part.x + part.width) * width)) - left) / 2) * 2);
  const high = Math.max(2, Math.floor((Math.min(height, Math.ceil((part.y + part.height) * height)) - top) / 2) * 2);
  const cut = new Uint8Array(wide * high * 3);
  for (let row = 0; row < high; row++) {
    const from = ((top + row) * width + left) * 3;
    cut.set(data.subarray(from, from + wide * 3), row * wide * 3);
  }
  return { width: wide, height: high, data: cut };
}
