import type { StreamConfig, VideoConfig } from '@sightline/media/units/access-unit';

export type WantedStream = 'auto' | 'main' | 'sub';

/** What to show: a stream of the camera as it is, or converted. */
export interface TrackChoice {
  kind: 'main' | 'sub';
  transcode: boolean;
  /** Without what the camera hides; always converted. */
  masked?: 'parts' | 'whole';
}

export interface ChoiceInput {
  wanted: WantedStream;
  /** `rtc`: a video track, H.264 without B-frames. `mse`: fragments; whoever cannot play H.265 asks with `transcode`. */
  target: 'rtc' | 'mse';
  /** The viewer cannot play the camera's codec. */
  transcode: boolean;
  /** Undefined: the camera has no such stream. Null: not known (yet). */
  main: StreamConfig | null | undefined;
  sub: StreamConfig | null | undefined;
}

const isPlayable = (video: VideoConfig, input: ChoiceInput): boolean => {
  if (video.codec !== 'h264') return input.target === 'mse' && !input.transcode;
  return input.target === 'mse' || !video.reorders;
};

/** H.264 is what every browser plays, so that `auto` prefers it over a better picture that might not show. */
const isSafe = (video: VideoConfig, input: ChoiceInput): boolean => video.codec === 'h264' && isPlayable(video, input);

/**
 * Chooses what to show; null when nothing is known yet. `auto`: main if it plays as it is, else sub if that does, else one
 * of them converted, the smaller one because decoding costs by the pixel.
 */
export function chooseTrack(input: ChoiceInput): TrackChoice | null {
  const { main, sub, wanted } = input;
  const only = wanted !== 'auto' ? wanted : main === undefined ? 'sub' : sub === undefined ? 'main' : null;
  if (only !== null) {
    const config = only === 'main' ? main : sub;
    return config ? { kind: only, transcode: !isPlayable(config.video, input) } : null;
  }
  if (main && isSafe(main.video, input)) return { kind: 'main', transcode: false };
  if (sub && isSafe(sub.video, input)) return { kind: 'sub', transcode: false };
  if (main && isPlayable(main.video, input)) return { kind: 'main', transcode: false };
  if (sub) return { kind: 'sub', transcode: !isPlayable(sub.video, input) };
  return main ? { kind: 'main', transcode: true } : null;
}
