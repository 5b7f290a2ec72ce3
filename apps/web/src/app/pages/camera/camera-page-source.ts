import { useMemo } from 'react';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { usePlayerSnapshot } from '../../../features/live/tile/use-camera-player.ts';
import type { PlaybackSource } from '../../../features/recordings/playback-source.ts';

const thumbnailWidth = 240;

/** Joins the player of `live` with the timeline of `recordings`: neither knows the other. */
export function usePlaybackSource(player: CameraPlayer): PlaybackSource {
  const { mode, isPlaying, rate, skipsGaps, isSuspended } = usePlayerSnapshot(player);
  const actions = useMemo(
    () => ({
      positionMs: () => player.positionMs,
      nowMs: () => player.clock.now(),
      thumbnailOf: (atUtcMs: number, signal: AbortSignal) => player.thumbnail(atUtcMs, thumbnailWidth, signal),
      seek: (utcMs: number) => player.seek(utcMs),
      play: () => player.play(),
      pause: () => player.pause(),
      setRate: (next: number) => player.setRate(next),
      step: (direction: 1 | -1) => void player.step(direction),
      goLive: () => player.goLive(),
      setSkipsGaps: (next: boolean) => player.setSkipsGaps(next),
    }),
    [player],
  );
  return { ...actions, state: { isLive: mode === 'live' && !isSuspended, isPlaying, rate, skipsGaps } };
}
