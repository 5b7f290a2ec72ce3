import { AV_LOG_FATAL } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Log } from 'node-av/lib';
import { VideoDecoder } from '../transcode/video-decoder.ts';
import type { Decoding, DecodedPicture, HeldPicture } from './decoding.ts';
import { gridColumns, gridRows, samplesPerSide } from '../motion/luma-grid.ts';
import { encodeJpeg } from './native-jpeg.ts';
import { PictureScaler } from './native-scaler.ts';
import { decodeStill } from './native-still.ts';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

/** The pixels that the motion gate reads, and no others: of a large picture that is a hundredth. */
const lumaSize = { width: gridColumns * samplesPerSide, height: gridRows * samplesPerSide };

/** Enough of a camera's second stream to see whether it is sharp. */
const fineSize = { width: 640, height: 360 };

const scaler = new PictureScaler();

function pictureOf(frame: Frame): DecodedPicture {
  return {
    pts90k: Number(frame.pts),
    luma: () => scaler.grey(frame, lumaSize),
    fineLuma: () => scaler.grey(frame, fineSize),
    hold: () => heldPicture(frame),
  };
}

function heldPicture(frame: Frame): HeldPicture {
  const kept = frame.clone();
  if (kept === null) throw new Error('no memory for a picture');
  let image: RgbImage | null = null;
  let isFree = false;
  const resize: RgbImage['resize'] = (width, height, into) => {
    // Native code would end the process.
    if (isFree) throw new Error('the picture is not there any more');
    scaler.stretched(kept, { width, height, into });
  };
  return {
    toRgb: (maxWidth) => (image ??= { ...scaler.rgb(kept, maxWidth), resize }),
    free() {
      isFree = true;
      kept.free();
      if (image !== null) scaler.giveBack(image);
      image = null;
    },
  };
}

/** Decoding with FFmpeg's libraries, synchronously: what is asked is done when the call returns. */
export const nativeDecoding: Decoding = {
  open(codec) {
    const decoder = new VideoDecoder(codec);
    return {
      decode: (picture, onPicture) => decoder.decode(picture, (frame) => onPicture(pictureOf(frame))),
      flush: (onPicture) => decoder.flush((frame) => onPicture(pictureOf(frame))),
      close: () => decoder.close(),
    };
  },
  still: (file, maxSide) => decodeStill(scaler, file, maxSide),
  jpeg: encodeJpeg,
};
