import type { AccessUnit, VideoConfig } from '@sightline/media/units/access-unit';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';

/** What came out of a converter for what was put in. Pictures may come a few calls later than they went in. */
export interface ConvertedPictures {
  /** Told before the first picture. */
  video: VideoConfig | null;
  units: AccessUnit[];
}

/** Turns recorded pictures into H.264 without B-frames. One file at a time. */
export interface FootageConverter {
  /** A file begins. `isKeysOnly`: every picture stands alone and comes out at once. `privacy`: what is taken out of every picture. */
  begin(video: VideoConfig, options: { isKeysOnly: boolean; privacy: CameraPrivacy | null }): Promise<void>;
  /** Pictures in decode order; with `isLast` everything still held comes out. */
  add(units: readonly AccessUnit[], isLast: boolean): Promise<ConvertedPictures>;
  /** The request is over: whoever asks next may have it. */
  close(): void;
}

/** Opens converters; throws AppError `transcode_busy` when as many as this core can bear are at work. */
export type OpenConverter = () => FootageConverter;
