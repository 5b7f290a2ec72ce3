import type { Region } from './crop-resize.ts';
import { cropResize, wholePicture } from './crop-resize.ts';
import type { PictureFormat } from './picture-tensor.ts';
import { pictureTensor } from './picture-tensor.ts';
import type { RgbImage } from './rgb-image.ts';

/** What a model takes: size and form of its input. */
export interface FeedFormat extends PictureFormat {
  width: number;
  height: number;
  resize: 'stretch' | 'letterbox';
  fill: number;
}

/** A part of a picture as a model takes it. */
export interface Feed {
  /** Valid until `use` is done. */
  tensor: { dims: number[]; data: Float32Array };
  /** Where the part lies in the input, in fractions of it. */
  placed: Region;
}

/** Makes the input of a model for a part of a picture, and lends it to `use`. */
export type PictureFeed = <T>(image: RgbImage, region: Region, use: (feed: Feed) => Promise<T>) => Promise<T>;

/**
 * Makes the feed of one model. Its memory is used again: a megabyte for every look is what the garbage collector spent a
 * sixth of the analysis on. Uses may overlap; then each has its own.
 */
export function createPictureFeed(format: FeedFormat): PictureFeed {
  const { width, height, resize, fill } = format;
  let spare: { pixels: Uint8Array; numbers: Float32Array } | null = null;
  /** Answers where in the input the part lies. */
  const place = (image: RgbImage, region: Region, into: Uint8Array): Region => {
    if (!image.resize || resize !== 'stretch' || region !== wholePicture)
      return cropResize(image, region, { width, height, fit: resize, fill, into }).placed;
    image.resize(width, height, into);
    return wholePicture;
  };
  return async (image, region, use) => {
    const memory = spare ?? {
      pixels: new Uint8Array(width * height * 3),
      numbers: new Float32Array(width * height * 3),
    };
    spare = null;
    try {
      const placed = place(image, region, memory.pixels);
      return await use({
        tensor: pictureTensor({ width, height, data: memory.pixels }, format, memory.numbers),
        placed,
      });
    } finally {
      spare = memory;
    }
  };
}
