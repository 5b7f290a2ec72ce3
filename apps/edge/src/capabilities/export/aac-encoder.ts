import { AppError } from '@sightline/contracts/shared/errors';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_FATAL,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, Rational } from 'node-av/lib';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

const frameSamples = 1024;
const bitsPerSample = 4;

/** One frame; `pts` and `duration` count samples. */
export interface EncodedSound {
  data: Uint8Array;
  pts: number;
  duration: number;
}

/** Encodes 16-bit sound to AAC-LC without a container. */
export class AacEncoder {
  readonly #options: { sampleRate: number; channels: number };
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  #rest = new Int16Array(0);
  #pts = 0;

  constructor(options: { sampleRate: number; channels: number }) {
    const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
    if (codec === null) throw new AppError('transcode_unavailable');
    this.#options = options;
    const context = this.#context;
    context.allocContext3(codec);
    context.sampleRate = options.sampleRate;
    context.channelLayout = this.#layout;
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.timeBase = new Rational(1, options.sampleRate);
    context.bitRate = BigInt(options.sampleRate * options.channels * bitsPerSample);
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    if (context.open2Sync(codec, null) < 0) throw new AppError('transcode_unavailable');
    this.#packet.alloc();
  }

  /** AudioSpecificConfig. */
  get specific(): Uint8Array {
    return new Uint8Array(this.#context.extraData ?? []);
  }

  /** Takes interleaved samples; gives the frames that are whole, and with `isLast` everything. */
  encode(samples: Int16Array, isLast: boolean): EncodedSound[] {
    const { channels } = this.#options;
    const waiting = new Int16Array(this.#rest.length + samples.length);
    waiting.set(this.#rest);
    waiting.set(samples, this.#rest.length);
    const whole = frameSamples * channels;
    let at = 0;
    const frames: EncodedSound[] = [];
    for (; at + whole <= waiting.length; at += whole) frames.push(...this.#send(waiting.subarray(at, at + whole)));
    this.#rest = waiting.slice(at);
    if (isLast) {
      if (this.#rest.length > 0) frames.push(...this.#send(this.#rest));
      this.#context.sendFrameSync(null);
      frames.push(...this.#receive());
    }
    return frames;
  }

  get #layout() {
    return this.#options.channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  }

  #send(interleaved: Int16Array): EncodedSound[] {
    const { channels, sampleRate } = this.#options;
    const count = interleaved.length / channels;
    const planes = new Float32Array(interleaved.length);
    for (let i = 0; i < interleaved.length; i++)
      planes[(i % channels) * count + Math.floor(i / channels)] = interleaved[i]! / 32_768;
    const frame = Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
      nbSamples: count,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate,
      channelLayout: this.#layout,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(this.#pts),
    });
    this.#pts += count;
    const sent = this.#context.sendFrameSync(frame);
    frame.free();
    if (sent < 0) throw new AppError('export_failed');
    return this.#receive();
  }

  #receive(): EncodedSound[] {
    const frames: EncodedSound[] = [];
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      const { data } = this.#packet;
      if (data !== null)
        frames.push({ data: new Uint8Array(data), pts: Number(this.#packet.pts), duration: frameSamples });
      this.#packet.unref();
    }
    return frames;
  }
}
