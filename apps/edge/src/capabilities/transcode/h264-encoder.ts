import { AppError } from '@sightline/contracts/shared/errors';
import {
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AV_PICTURE_TYPE_NONE,
  FF_ENCODER_LIBX264,
  SWS_FAST_BILINEAR,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational, SoftwareScaleContext } from 'node-av/lib';
import type { HidePicture } from '../privacy/hide-picture.ts';

export interface EncodedPicture {
  key: boolean;
  pts90k: number;
}

/** Distance of keyframes in seconds: how long a viewer who joins between two waits at worst without the cached pictures. */
const keyEveryS = 2;

const settings = {
  preset: 'ultrafast',
  tune: 'zerolatency',
  crf: '26',
  forced_idr: '1',
  'x264-params': 'scenecut=0:repeat-headers=1',
};

/** Encodes pictures of any size and format to small H.264 without B-frames and without delay. */
export class H264Encoder {
  readonly #size: { width: number; height: number };
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  readonly #scaled = new Frame();
  readonly #hide: HidePicture | null;
  #scaler: { context: SoftwareScaleContext; key: string } | null = null;

  /** `hide`: what must not be seen is taken out of every picture before it is encoded. */
  constructor(options: { width: number; height: number; fps: number; isKeysOnly: boolean; hide: HidePicture | null }) {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
    if (codec === null) throw new AppError('transcode_unavailable');
    this.#size = { width: options.width, height: options.height };
    this.#hide = options.hide;
    const context = this.#context;
    context.allocContext3(codec);
    context.width = options.width;
    context.height = options.height;
    context.pixelFormat = AV_PIX_FMT_YUV420P;
    context.timeBase = new Rational(1, 90_000);
    // Without it the level is reckoned from the time base, and is beyond what decoders accept.
    context.framerate = new Rational(Math.max(1, Math.round(options.fps)), 1);
    context.gopSize = options.isKeysOnly ? 1 : Math.max(1, Math.round(options.fps * keyEveryS));
    context.maxBFrames = 0;
    context.threadCount = 1;
    // Not as a dictionary: opening consumes its native part, which is then freed twice.
    for (const [name, value] of Object.entries(settings))
      context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
    if (context.open2Sync(codec, null) < 0) throw new AppError('transcode_unavailable');
    this.#packet.alloc();
    this.#scaled.alloc();
    this.#scaled.format = AV_PIX_FMT_YUV420P;
    this.#scaled.width = options.width;
    this.#scaled.height = options.height;
    this.#scaled.allocBuffer();
  }

  /** Encodes one picture; `onPicture` gets Annex-B bytes, valid during the call only. */
  encode(frame: Frame, onPicture: (annexB: Uint8Array, picture: EncodedPicture) => void): void {
    this.#scale(frame);
    this.#hideParts(Number(frame.pts));
    this.#scaled.pts = frame.pts;
    this.#scaled.pictType = AV_PICTURE_TYPE_NONE;
    this.#context.sendFrameSync(this.#scaled);
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      const { data } = this.#packet;
      if (data !== null) onPicture(data, { key: this.#packet.isKeyframe, pts90k: Number(this.#packet.pts) });
      this.#packet.unref();
    }
  }

  close(): void {
    this.#scaler?.context.freeContext();
    this.#packet.free();
    this.#scaled.free();
    this.#context.freeContext();
  }

  #scale(frame: Frame): void {
    const key = `${frame.width}x${frame.height}/${frame.format}`;
    if (this.#scaler?.key !== key) {
      this.#scaler?.context.freeContext();
      const context = new SoftwareScaleContext();
      context.getContext(
        frame.width,
        frame.height,
        frame.format as never,
        this.#size.width,
        this.#size.height,
        AV_PIX_FMT_YUV420P,
        SWS_FAST_BILINEAR,
      );
      this.#scaler = { context, key };
    }
    if (this.#scaled.makeWritable() < 0 || this.#scaler.context.scaleFrameSync(this.#scaled, frame) < 0)
      throw new AppError('transcode_unavailable');
  }

  #hideParts(pts90k: number): void {
    if (this.#hide === null) return;
    // Asked for anew each time: making it writable may have moved it.
    const { data } = this.#scaled;
    if (data === null) throw new AppError('privacy_unavailable');
    this.#hide({ data, strides: this.#scaled.linesize, ...this.#size, pts90k });
  }
}
