import { AppError } from '@sightline/contracts/shared/errors';
import { Scaler } from 'node-av/api';
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_LOG_FATAL, AV_PIX_FMT_YUV420P, SWS_AREA } from 'node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, Rational, SoftwareScaleContext } from 'node-av/lib';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { createHiding } from '../privacy/hide-picture.ts';
import { PictureMask } from '../privacy/picture-mask.ts';
import type { CodedPicture, PictureAsk } from './picture-maker.ts';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

/** Decodes one keyframe and encodes it as JPEG. */
export async function encodeJpeg(ask: PictureAsk): Promise<Uint8Array> {
  const frame = decodeKeyframe(ask);
  // One per picture: a scaler that has seen one stream fails with the pictures of another.
  const scaler = new Scaler();
  let hidden: Frame | null = null;
  try {
    frame.timeBase = new Rational(1, 90_000);
    const width = even(Math.min(ask.width, frame.width));
    const height = even((width * frame.height) / frame.width);
    const shown = ask.privacy === null ? frame : (hidden = hiddenCopy(frame, { width, height }, ask.privacy));
    return await scaler.toJpeg(shown, { resize: { width, height }, quality: ask.quality });
  } finally {
    scaler.close();
    hidden?.free();
    frame.free();
  }
}

/** The picture in this size without what must not be seen. Where objects are in it nobody has looked. */
function hiddenCopy(frame: Frame, size: { width: number; height: number }, privacy: CameraPrivacy): Frame {
  const context = new SoftwareScaleContext();
  const copy = new Frame();
  try {
    copy.alloc();
    copy.format = AV_PIX_FMT_YUV420P;
    copy.width = size.width;
    copy.height = size.height;
    copy.allocBuffer();
    copy.timeBase = frame.timeBase;
    context.getContext(
      frame.width,
      frame.height,
      frame.format as never,
      size.width,
      size.height,
      AV_PIX_FMT_YUV420P,
      SWS_AREA,
    );
    const { data } = copy;
    if (context.scaleFrameSync(copy, frame) < 0 || data === null) throw new AppError('privacy_unavailable');
    createHiding(new PictureMask(privacy), () => 'unknown')({ data, strides: copy.linesize, ...size, pts90k: 0 });
    return copy;
  } catch (error) {
    copy.free();
    throw error;
  } finally {
    context.freeContext();
  }
}

function decodeKeyframe(picture: CodedPicture): Frame {
  const codec = Codec.findDecoder(picture.codec === 'h264' ? AV_CODEC_ID_H264 : AV_CODEC_ID_HEVC);
  if (codec === null) throw new AppError('transcode_unavailable');
  const context = new CodecContext();
  const packet = new Packet();
  const frame = new Frame();
  try {
    context.allocContext3(codec);
    context.threadCount = 1;
    context.open2Sync(codec, null);
    packet.alloc();
    packet.data = Buffer.from(picture.annexB.buffer, picture.annexB.byteOffset, picture.annexB.byteLength);
    packet.pts = 0n;
    frame.alloc();
    context.sendPacketSync(packet);
    context.sendPacketSync(null);
    if (context.receiveFrameSync(frame) < 0 || frame.width === 0) throw new AppError('footage_damaged');
    return frame;
  } catch (error) {
    frame.free();
    throw error;
  } finally {
    packet.free();
    context.freeContext();
  }
}
