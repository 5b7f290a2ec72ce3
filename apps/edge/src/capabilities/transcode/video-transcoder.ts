import { splitAnnexB } from '@sightline/media/nal/annex-b';
import { joinLengthPrefixed, toAnnexB } from '@sightline/media/nal/length-prefix';
import { nalRole } from '@sightline/media/nal/nal-types';
import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { AV_LOG_FATAL } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Log } from 'node-av/lib';
import type { HidePicture } from '../privacy/hide-picture.ts';
import type { EncodedPicture } from './h264-encoder.ts';
import { H264Encoder } from './h264-encoder.ts';
import { VideoDecoder } from './video-decoder.ts';
import { nowUtcMs } from '../../platform/clock.ts';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

export interface VideoTranscoderEvents {
  maxHeight: number;
  /** Every picture comes out as a keyframe, as soon as it was put in. */
  isKeysOnly?: boolean;
  /** Takes out what must not be seen. */
  hide?: HidePicture;
  config: (config: StreamConfig) => void;
  unit: (unit: AccessUnit) => void;
}

/** Behind by more than this, pictures are left out up to the next keyframe. */
const maxLagMs = 5_000;
/** More pictures than a decoder holds back. */
const maxInside = 300;

/** Makes H.264 without B-frames, at most `maxHeight` high, of a camera's pictures as they come. */
export class VideoTranscoder {
  readonly #events: VideoTranscoderEvents;
  #source: StreamConfig | null = null;
  #decoder: VideoDecoder | null = null;
  #encoder: H264Encoder | null = null;
  #sets = createParameterSets('h264');
  /** When the pictures inside arrived, by their time: converting makes none of them younger. */
  readonly #arrivals = new Map<number, number>();

  constructor(events: VideoTranscoderEvents) {
    this.#events = events;
  }

  configure(config: StreamConfig): void {
    this.close();
    this.#sets = createParameterSets('h264');
    this.#source = config;
  }

  /** Pictures before the first keyframe after `configure`, and after a damaged one, are ignored. */
  add(unit: AccessUnit): void {
    if (this.#source === null) return;
    const isLate = nowUtcMs() - unit.arrivalMs > maxLagMs && this.#encoder !== null;
    if (isLate && !unit.key) {
      this.#decoder?.skipToKey();
      return;
    }
    this.#arrivals.set(unit.pts90k, unit.arrivalMs);
    if (this.#arrivals.size > maxInside) this.#arrivals.delete(this.#arrivals.keys().next().value!);
    this.#decoder ??= new VideoDecoder(this.#source.video.codec);
    const { vps, sps, pps } = this.#source.video;
    const annexB = toAnnexB(unit.data, unit.key ? [...vps, ...sps, ...pps] : []);
    this.#decoder.decode({ annexB, key: unit.key, pts90k: unit.pts90k }, (frame) => this.#encode(frame));
    if (this.#events.isKeysOnly) this.flush();
  }

  /** Gives what the decoder still holds; what follows begins with a keyframe. */
  flush(): void {
    this.#decoder?.flush((frame) => this.#encode(frame));
  }

  close(): void {
    this.#decoder?.close();
    this.#encoder?.close();
    this.#decoder = null;
    this.#encoder = null;
    this.#source = null;
    this.#arrivals.clear();
  }

  #encode(frame: Frame): void {
    if (this.#encoder === null) {
      const height = Math.min(this.#events.maxHeight, frame.height) & ~1;
      const width = Math.round((frame.width * height) / frame.height / 2) * 2;
      this.#encoder = new H264Encoder({
        width,
        height,
        fps: this.#source?.video.nominalFps ?? 15,
        isKeysOnly: this.#events.isKeysOnly ?? false,
        hide: this.#events.hide ?? null,
      });
    }
    this.#encoder.encode(frame, (annexB, picture) => this.#emit(annexB, picture));
  }

  #emit(annexB: Uint8Array, { key, pts90k }: EncodedPicture): void {
    const pictures = splitAnnexB(annexB).filter(
      (nal) => !this.#sets.take(nal) && ['key', 'picture'].includes(nalRole('h264', nal)),
    );
    const changed = key ? this.#sets.changed() : null;
    if (changed !== null) this.#events.config({ video: { ...changed, reorders: false }, audio: null });
    if (pictures.length === 0) return;
    const arrivalMs = this.#arrivals.get(pts90k) ?? nowUtcMs();
    this.#arrivals.delete(pts90k);
    this.#events.unit({
      kind: 'video',
      data: joinLengthPrefixed(pictures),
      key,
      pts90k,
      dts90k: pts90k,
      arrivalMs,
      gap: false,
    });
  }
}
