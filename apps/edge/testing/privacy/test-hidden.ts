import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MJPEG } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib';
import type { CameraPrivacy } from '../../src/capabilities/privacy/camera-privacy.ts';
import { PictureMask } from '../../src/capabilities/privacy/picture-mask.ts';

/** Brightness of a decoded picture. */
export interface Luma {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The lower half of a picture, hidden by itself. */
const lowerHalf = [
  { x: 0.1, y: 0.5 },
  { x: 0.9, y: 0.5 },
  { x: 0.9, y: 0.95 },
  { x: 0.1, y: 0.95 },
];
export const hidesLowerHalf: CameraPrivacy = { areas: [lowerHalf], objects: [], isLookedFor: true, how: 'pixelate' };
export const hidesPeople: CameraPrivacy = { areas: [], objects: ['person'], isLookedFor: true, how: 'pixelate' };
/** Levels of brightness that lossy coding makes of one colour. */
export const flat = 14;

const codecIds = { h264: AV_CODEC_ID_H264, h265: AV_CODEC_ID_HEVC, jpeg: AV_CODEC_ID_MJPEG } as const;

/** Decodes pictures one after the other, with a decoder of their own. */
export function decodeLuma(codec: keyof typeof codecIds, pictures: readonly Uint8Array[]): Luma[] {
  const context = new CodecContext();
  const found = Codec.findDecoder(codecIds[codec])!;
  context.allocContext3(found);
  context.threadCount = 1;
  context.open2Sync(found, null);
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  const out: Luma[] = [];
  const take = (): void => {
    while (context.receiveFrameSync(frame) >= 0) {
      const { width, height } = frame;
      const data = new Uint8Array(width * height);
      for (let y = 0; y < height; y += 1)
        data.set(frame.data![0]!.subarray(y * frame.linesize[0]!, y * frame.linesize[0]! + width), y * width);
      out.push({ data, width, height });
      frame.unref();
    }
  };
  for (const [index, picture] of pictures.entries()) {
    packet.unref();
    packet.data = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    packet.pts = BigInt(index);
    context.sendPacketSync(packet);
    take();
  }
  context.sendPacketSync(null);
  take();
  packet.free();
  frame.free();
  context.freeContext();
  return out;
}

/** Largest difference of brightness within one hidden square: a few levels when it is hidden, dozens when it is not. */
export function unevenness(luma: Luma, privacy: CameraPrivacy): number {
  const { cells, columns, block } = new PictureMask(privacy).grid(luma, 'unknown');
  let most = 0;
  for (const [index, hidden] of cells.entries()) {
    const at = { left: (index % columns) * block, top: Math.floor(index / columns) * block, side: block };
    if (hidden === 1) most = Math.max(most, spreadOf(luma, at));
  }
  return most;
}

/** Between the 5th and the 95th of a hundred pixels, about a hundred of them, without the edge, which lossy coding mixes with what is beside it. */
function spreadOf(
  { data, width, height }: Luma,
  { left, top, side }: { left: number; top: number; side: number },
): number {
  const values: number[] = [];
  const step = Math.ceil(side / 12);
  for (let y = top + 3; y < Math.min(height, top + side) - 3; y += step) {
    for (let x = left + 3; x < Math.min(width, left + side) - 3; x += step) values.push(data[y * width + x]!);
  }
  values.sort((a, b) => a - b);
  return values.length < 10 ? 0 : values[Math.floor(values.length * 0.95)]! - values[Math.floor(values.length * 0.05)]!;
}
