import type { PlaybackState } from './controls/playback-actions.ts';
import type { ThumbnailSource } from './timeline/thumbnail-cache.ts';

/** Whatever plays: the page joins it with a player. Instants are UTC ms. */
export interface PlaybackSource {
  readonly state: PlaybackState;
  positionMs: () => number;
  /** The core's clock. */
  nowMs: () => number;
  thumbnailOf: ThumbnailSource;
  seek: (utcMs: number) => void;
  play: () => void;
  pause: () => void;
  setRate: (rate: number) => void;
  step: (direction: 1 | -1) => void;
  goLive: () => void;
  setSkipsGaps: (skipsGaps: boolean) => void;
}
