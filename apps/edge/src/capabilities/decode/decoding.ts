import type { VideoCodec } from '@sightline/media/units/access-unit';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { LumaPlane } from '../motion/luma-grid.ts';

/** One coded picture as the decoder takes it: Annex-B, a keyframe with its parameter sets. */
export interface CodedPicture {
  annexB: Uint8Array;
  key: boolean;
  pts90k: number;
}

/** A picture in the decoder's own memory; valid during the call that gives it. */
export interface DecodedPicture {
  pts90k: number;
  /** Brightness, for the motion gate: not every pixel, but those that it reads. Valid until the next picture. */
  luma(): LumaPlane;
  /** The same, fine enough to see whether borders are sharp. */
  fineLuma(): LumaPlane;
  /** Keeps the picture beyond the call, without copying it. */
  hold(): HeldPicture;
}

/** A picture that is kept until `free`, exactly once. */
export interface HeldPicture {
  /** As RGB, at most `maxWidth` wide; valid until `free`. */
  toRgb(maxWidth: number): RgbImage;
  free(): void;
}

/** Decodes the pictures of one stream, in order; a damaged one costs everything up to the next keyframe. */
export interface PictureDecoder {
  /** Gives every picture that is ready, in order of showing. */
  decode(picture: CodedPicture, onPicture: (picture: DecodedPicture) => void): void;
  /** Gives what it still holds; goes on with a keyframe. */
  flush(onPicture: (picture: DecodedPicture) => void): void;
  close(): void;
}

/** The native part, when it is installed. */
export interface Decoding {
  open(codec: VideoCodec): PictureDecoder;
  /** A JPEG or PNG as RGB, its longer side at most `maxSide` pixels. Fails for what is none. */
  still(file: Uint8Array, maxSide: number): RgbImage;
  /** A JPEG of at most `maxWidth` pixels width and `maxBytes`. */
  jpeg(image: RgbImage, limits: { maxWidth: number; maxBytes: number }): Uint8Array;
}
