import { Scaler } from 'node-av/api';
import { AV_PIX_FMT_RGB24 } from 'node-av/constants';
import { Frame, Rational } from 'node-av/lib';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

/** Tried one after the other until the picture is small enough. */
const qualities = [80, 65, 50, 35, 20, 10];

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

/** Encodes RGB as JPEG, smaller when it is wider than asked, coarser when it has too many bytes. Native code. */
export function encodeJpeg(image: RgbImage, limits: { maxWidth: number; maxBytes: number }): Uint8Array {
  const { width, height, data } = image;
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const frame = Frame.fromVideoBuffer(pixels, {
    width,
    height,
    format: AV_PIX_FMT_RGB24,
    timeBase: new Rational(1, 1),
  });
  const scaler = new Scaler();
  try {
    const outWidth = even(Math.min(limits.maxWidth, width));
    const resize = { width: outWidth, height: even((outWidth * height) / width) };
    let jpeg: Uint8Array = new Uint8Array(0);
    for (const quality of qualities) {
      jpeg = new Uint8Array(scaler.toJpegSync(frame, { resize, quality }));
      if (jpeg.length <= limits.maxBytes) break;
    }
    return jpeg;
  } finally {
    scaler.close();
    frame.free();
  }
}
