import { maskPixels, yuvPlanes } from './mask-pixels.ts';
import type { HiddenObjects, PictureMask } from './picture-mask.ts';

/** A decoded YUV 4:2:0 picture, 8 bits, in memory that may be written. */
export interface YuvPicture {
  data: readonly Uint8Array[];
  strides: readonly number[];
  width: number;
  height: number;
  pts90k: number;
}

/** Hides parts of a picture in place. */
export type HidePicture = (picture: YuvPicture) => void;

/** Hides what a mask says; `objectsAt` answers where objects are in the picture of a time. */
export const createHiding =
  (mask: PictureMask, objectsAt: (pts90k: number) => HiddenObjects): HidePicture =>
  (picture) =>
    maskPixels(
      yuvPlanes(picture.data, picture.strides, picture),
      mask.grid(picture, objectsAt(picture.pts90k)),
      mask.privacy.how,
    );
