import type { VideoCodec } from '@sightline/media/units/access-unit';
import { AppError } from '@sightline/contracts/shared/errors';
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';

export interface CodedUnit {
  annexB: Uint8Array;
  key: boolean;
  pts90k: number;
}

/** Decodes a stream of pictures; a damaged one costs everything up to the next keyframe, never the stream. */
export class VideoDecoder {
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #frame = new Frame();
  #waitsForKey = true;

  constructor(codecName: VideoCodec) {
    const codec = Codec.findDecoder(codecName === 'h264' ? AV_CODEC_ID_H264 : AV_CODEC_ID_HEVC);
    if (codec === null) throw new AppError('transcode_unavailable');
    this.#context.allocContext3(codec);
    this.#context.threadCount = 1;
    this.#context.pktTimebase = new Rational(1, 90_000);
    this.#context.open2Sync(codec, null);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  /** Gives every picture that is ready, in order of showing; the frame is valid during the call only. */
  decode(unit: CodedUnit, onFrame: (frame: Frame) => void): void {
    if (this.#waitsForKey && !unit.key) return;
    if (this.#waitsForKey) this.#context.flushBuffers();
    this.#waitsForKey = false;
    this.#packet.unref();
    this.#packet.data = Buffer.from(unit.annexB.buffer, unit.annexB.byteOffset, unit.annexB.byteLength);
    this.#packet.pts = BigInt(unit.pts90k);
    this.#packet.isKeyframe = unit.key;
    if (this.#context.sendPacketSync(this.#packet) < 0) this.#waitsForKey = true;
    this.#receive(onFrame);
  }

  /** Gives what the decoder still holds. */
  flush(onFrame: (frame: Frame) => void): void {
    this.#context.sendPacketSync(null);
    this.#receive(onFrame);
    this.#waitsForKey = true;
  }

  skipToKey(): void {
    this.#waitsForKey = true;
  }

  close(): void {
    this.#packet.free();
    this.#frame.free();
    this.#context.freeContext();
  }

  #receive(onFrame: (frame: Frame) => void): void {
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      onFrame(this.#frame);
      this.#frame.unref();
    }
  }
}
