import type { Camera } from '@sightline/contracts/cameras/camera';
import { useEffect, useState } from 'react';
import type { CameraPlayer } from '../../../../features/live/engine/camera-player.ts';
import { warmUpPeer } from '../../../../features/live/engine/links/warm-peer.ts';
import { KindChip } from '../../../../features/live/tile/tile-chips.tsx';
import { wholePicture } from '../../../../features/live/tile/digital-zoom.ts';
import { useCameraPlayer, usePlayerSnapshot } from '../../../../features/live/tile/use-camera-player.ts';
import { VideoSurface } from '../../../../features/live/tile/video-surface.tsx';
import classes from './tile-live.module.css';

// By the first pointer over a tile the offer is ready.
warmUpPeer();

interface TileLiveProps {
  camera: Camera;
  /** A moment of the last day whose picture is wanted instead of the live one. */
  momentUtcMs: number | null;
}

/** Moving pictures over the last one, in the small stream where the camera has one; or the picture of a moment. */
function TileLive({ camera, momentUtcMs }: TileLiveProps) {
  const player = useCameraPlayer(camera.id, camera.streams.some(({ kind }) => kind === 'sub') ? 'sub' : 'auto');
  return player && <Alive player={player} camera={camera} momentUtcMs={momentUtcMs} />;
}

/** The same for whoever fetched it by hand. */
export const drawTileLive = (props: TileLiveProps) => <TileLive {...props} />;

function Alive({ player, camera, momentUtcMs }: TileLiveProps & { player: CameraPlayer }) {
  const snapshot = usePlayerSnapshot(player);
  const url = useMomentPicture(player, snapshot.path === 'none' ? null : momentUtcMs);
  const isLive = snapshot.live.phase === 'live' && snapshot.hasLivePicture;
  return (
    <span className={classes.alive} data-live={isLive && momentUtcMs === null} data-tile-live={isLive}>
      <span className={classes.picture} data-shown={isLive && momentUtcMs === null}>
        <VideoSurface player={player} snapshot={snapshot} zoom={wholePicture} label={camera.name} />
      </span>
      {momentUtcMs !== null && url !== null && <img className={classes.moment} src={url} alt="" />}
      {momentUtcMs === null && (
        <span className={classes.chip}>
          <KindChip snapshot={snapshot} camera={camera} />
        </span>
      )}
    </span>
  );
}

const restMs = 60;
const widthPx = 384;

/** The picture of a moment, asked for once the pointer rests there; the one before stays until it comes. */
function useMomentPicture(player: CameraPlayer, utcMs: number | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (utcMs === null) return setUrl(null);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void player.thumbnail(utcMs, widthPx, stop.signal).then((picture) => {
        if (!stop.signal.aborted) setUrl(picture && URL.createObjectURL(picture));
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [player, utcMs]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  return url;
}
