import { useMemo } from 'react';
import type { OverlaySource } from '../../../features/events/overlay/overlay-source.ts';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { usePlayerSnapshot } from '../../../features/live/tile/use-camera-player.ts';

/** Joins the player of `live` with the boxes of `events`: neither knows the other. */
export function useOverlaySource(player: CameraPlayer): OverlaySource {
  const isLive = usePlayerSnapshot(player).mode === 'live';
  return useMemo(
    () => ({
      isLive,
      pictureUtcMs: () => player.pictures.lastUtcMs,
      onPicture: (listener: (utcMs: number) => void) => player.pictures.subscribe(listener),
      pictureSize: () => {
        const { videoWidth, videoHeight } = isLive ? player.liveVideo : player.footageVideo;
        return videoWidth === 0 ? null : { width: videoWidth, height: videoHeight };
      },
      liveBoxes: () => player.boxes.samples,
      wantLive: (isWanted: boolean) => player.boxes.want(isWanted),
    }),
    [player, isLive],
  );
}
