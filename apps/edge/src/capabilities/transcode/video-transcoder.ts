import { splitAnnexB } from '@sightline/media/nal/annex-b';
import { joinLengthPrefixed, toAnnexB } from '@sightline/media/nal/length-prefix';
import { nalRole } from '@sightline/media/nal/nal-types';
import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { AV_LOG_FATAL } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { Log } from 'node-av/lib';
import { H264Encoder } from './h264-encoder.ts';
import { VideoDecoder } from './video-decoder.ts';

// Native code: import this file only in a process of its own.
Log.setLevel(AV_LOG_FATAL);

export interface VideoTranscoderEvents {
  maxHeight: number;
  config: (config: StreamConfig) => void;
  unit: (unit: AccessUnit) => void;
}

export interface VideoTranscoder {
  configure(config: StreamConfig): void;
  /** Pictures before the first keyframe after `configure`, and after a damaged one, are ignored. */
  add(unit: AccessUnit): void;
}

/** Behind by more than this, pictures are left out up to the next keyframe. */
const maxLagMs = 2_000;

/** Makes H.264 without B-frames, at most `maxHeight` high, of a camera's pictures as they come. */
export function createVideoTranscoder(events: VideoTranscoderEvents): VideoTranscoder {
  let source: StreamConfig | null = null;
  let decoder: VideoDecoder | null = null;
  let encoder: H264Encoder | null = null;
  let sets = createParameterSets('h264');

  const emit = (annexB: Uint8Array, picture: { key: boolean; pts90k: number }): void => {
    const nals = splitAnnexB(annexB);
    const pictures = nals.filter((nal) => !sets.take(nal) && ['key', 'picture'].includes(nalRole('h264', nal)));
    const changed = picture.key ? sets.changed() : null;
    if (changed !== null) events.config({ video: { ...changed, reorders: false }, audio: null });
    if (pictures.length > 0) {
      events.unit({ kind: 'video', data: joinLengthPrefixed(pictures), key: picture.key, pts90k: picture.pts90k, dts90k: picture.pts90k, arrivalMs: Date.now(), gap: false });
    }
  };
  const encode = (frame: Frame): void => {
    if (encoder === null) {
      const height = Math.min(events.maxHeight, frame.height) & ~1;
      encoder = new H264Encoder({ width: Math.round((frame.width * height) / frame.height / 2) * 2, height, fps: source?.video.nominalFps ?? 15 });
    }
    encoder.encode(frame, emit);
  };
  const end = (): void => {
    decoder?.close();
    encoder?.close();
    decoder = null;
    encoder = null;
    sets = createParameterSets('h264');
  };

  return {
    configure(config) {
      end();
      source = config;
    },
    add(unit) {
      if (source === null) return;
      const isLate = Date.now() - unit.arrivalMs > maxLagMs && decoder !== null && encoder !== null;
      if (isLate && !unit.key) {
        decoder?.skipToKey();
        return;
      }
      decoder ??= new VideoDecoder(source.video.codec);
      const { vps, sps, pps } = source.video;
      decoder.decode({ annexB: toAnnexB(unit.data, unit.key ? [...vps, ...sps, ...pps] : []), key: unit.key, pts90k: unit.pts90k }, encode);
    },
  };
}
