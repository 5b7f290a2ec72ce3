import type { VideoCodec } from '@sightline/media/units/access-unit';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { NativeChild } from '../../platform/processes/native-child.ts';

/** One keyframe with everything a decoder needs, as Annex-B. */
export interface CodedPicture {
  codec: VideoCodec;
  annexB: Uint8Array;
}

export interface PictureAsk extends CodedPicture {
  /** Largest width of the JPEG in pixels; never enlarged. */
  width: number;
  /** 1 to 100. */
  quality: number;
  /** What is taken out of it; null when that is nothing. */
  privacy: CameraPrivacy | null;
}

/** Turns keyframes into JPEG, in a process of its own. */
export interface PictureMaker {
  /** Fails with `transcode_unavailable` without a decoder, `footage_damaged` when the picture cannot be decoded. */
  jpeg(ask: PictureAsk): Promise<Uint8Array>;
  stop(): void;
}

export function createPictureMaker(): PictureMaker {
  const child = new NativeChild({
    entry: new URL('./picture-process.ts', import.meta.url),
    limitMs: 8_000,
    idleMs: 120_000,
    maxWaiting: 64,
  });
  return {
    jpeg: async (ask) => (await child.ask(ask)) as Uint8Array,
    stop: () => child.stop(),
  };
}
