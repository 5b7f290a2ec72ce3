import type { CameraPlayer } from '../../features/live/engine/camera-player.ts';
import { wholePicture } from '../../features/live/tile/digital-zoom.ts';
import { useCameraPlayer, usePlayerSnapshot } from '../../features/live/tile/use-camera-player.ts';
import { VideoSurface } from '../../features/live/tile/video-surface.tsx';

function Playing({ player, name }: { player: CameraPlayer; name: string }) {
  return <VideoSurface player={player} snapshot={usePlayerSnapshot(player)} zoom={wholePicture} label={name} />;
}

/** Moving pictures of a camera and nothing else, to draw upon. */
export function LivePicture({ cameraId, name }: { cameraId: string; name: string }) {
  const player = useCameraPlayer(cameraId);
  return player && <Playing player={player} name={name} />;
}
