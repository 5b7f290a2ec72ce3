import { AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { PictureScaler } from './native-scaler.ts';

const isPng = (file: Uint8Array): boolean => file[0] === 0x89 && file[1] === 0x50;

/** Decodes one JPEG or PNG, whose size whoever gave it has looked at: a few bytes can claim gigabytes. Native code. */
export function decodeStill(scaler: PictureScaler, file: Uint8Array, maxSide: number): RgbImage {
  const codec = Codec.findDecoder(isPng(file) ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG);
  if (codec === null) throw new Error('no decoder for pictures');
  const context = new CodecContext();
  const packet = new Packet();
  const frame = new Frame();
  try {
    context.allocContext3(codec);
    context.threadCount = 1;
    context.pktTimebase = new Rational(1, 1);
    context.open2Sync(codec, null);
    packet.alloc();
    frame.alloc();
    packet.data = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    packet.isKeyframe = true;
    if (context.sendPacketSync(packet) < 0) throw new Error('the picture cannot be decoded');
    context.sendPacketSync(null);
    if (context.receiveFrameSync(frame) < 0 || frame.width < 1 || frame.height < 1)
      throw new Error('there is no picture in the file');
    const share = Math.min(1, maxSide / Math.max(frame.width, frame.height));
    const image = scaler.rgb(frame, Math.max(2, Math.round(frame.width * share)));
    // The scaler's memory is used again.
    return { ...image, data: image.data.slice() };
  } finally {
    packet.free();
    frame.free();
    context.freeContext();
  }
}
