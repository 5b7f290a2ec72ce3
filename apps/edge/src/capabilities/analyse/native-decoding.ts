import {
  AV_LOG_FATAL,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Log } from 'node-av/lib';
import { VideoDecoder } from '../transcode/video-decoder.ts';
import type { Decoding, DecodedPicture, HeldPicture } from './decoding.ts';
import { encodeJpeg } from './native-jpeg.ts';
import { PictureScaler } from './native-scaler.ts';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

/** Formats whose first plane is brightness with one byte per pixel. */
const plainFormats: ReadonlySet<number> = new Set([
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
]);

const scaler = new PictureScaler();

function pictureOf(frame: Frame): DecodedPicture {
  return {
    pts90k: Number(frame.pts),
    luma() {
      const plain = plainFormats.has(frame.format) ? frame : scaler.grey(frame);
      return { data: plain.data![0]!, width: frame.width, height: frame.height, stride: plain.linesize[0]! };
    },
    hold: () => heldPicture(frame),
  };
}

function heldPicture(frame: Frame): HeldPicture {
  const kept = frame.clone();
  if (kept === null) throw new Error('no memory for a picture');
  return {
    toRgb: (maxWidth) => scaler.rgb(kept, maxWidth),
    free: () => kept.free(),
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
  jpeg: encodeJpeg,
};
