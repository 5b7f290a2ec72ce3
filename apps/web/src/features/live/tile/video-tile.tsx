import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { DigitalZoom } from './digital-zoom.ts';
import { savePicture, pictureFileName } from './picture-file.ts';
import { KindChip, PlaceChips, PrivacyChip, WayChips } from './tile-chips.tsx';
import { TileControls } from './tile-controls.tsx';
import { canHear, originalsChoice } from './tile-facts.ts';
import type { TileCamera } from './tile-facts.ts';
import { TileMessage } from './tile-message.tsx';
import { usePlayerSnapshot } from './use-camera-player.ts';
import { useDigitalZoom } from './use-digital-zoom.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useTileKeys } from './use-tile-keys.ts';
import { VideoSurface } from './video-surface.tsx';
import classes from './video-tile.module.css';

interface VideoTileProps {
  player: CameraPlayer;
  camera: TileCamera | undefined;
  /** Shown until the first live picture. */
  posterUrl: string | null;
  onPlayLast?: (() => void) | undefined;
  /** What lies over the picture, and the switch for it. Drawn in the tile's own pixels, so it must follow the zoom itself. */
  overlay?: { isShown: boolean; toggle: () => void; render: (zoom: DigitalZoom) => ReactNode } | undefined;
  children?: ReactNode;
}

/** One camera's picture with its state in words, how it travels, and what can be done with it. */
export function VideoTile({ player, camera, posterUrl, onPlayLast, overlay, children }: VideoTileProps) {
  const { t } = useTranslation();
  const tile = useRef<HTMLDivElement>(null);
  const snapshot = usePlayerSnapshot(player);
  const { zoom, zoomIn, zoomOut, reset } = useDigitalZoom(tile);
  const { isFull, toggle } = useFullScreen(tile);
  /** There is none yet, or it cannot be shown any more: a torn picture says less than an empty one. */
  const [absentPoster, setAbsentPoster] = useState<string | null>(null);
  const isHidden = snapshot.live.phase === 'noPermission';
  const shown = snapshot.mode === 'playback' && snapshot.lastSeek ? player.footageVideo : player.liveVideo;
  const hasPicture = !isHidden && (snapshot.hasLivePicture || snapshot.lastSeek !== null);
  const toggleMute = (): void => player.setMuted(!snapshot.isMuted);
  useTileKeys({ f: toggle, m: toggleMute, ...(overlay && { b: overlay.toggle }) });
  const save = (): void => {
    const name = pictureFileName(camera?.name ?? '', player.positionMs, camera?.timeZone ?? 'UTC');
    savePicture(shown, name).catch((thrown: unknown) => toastFailure(t('live.control.snapshotFailed'), thrown));
  };
  const openWindow = (): void => {
    shown
      .requestPictureInPicture()
      .catch((thrown: unknown) => toastFailure(t('live.control.pictureInPicture'), thrown));
  };
  return (
    <div
      ref={tile}
      className={classes.tile}
      data-testid="video-tile"
      data-mode={snapshot.mode}
      data-phase={snapshot.mode === 'live' ? snapshot.live.phase : snapshot.footage.phase}
      data-path={snapshot.path}
      data-first-frame-ms={snapshot.firstLiveFrameMs ?? undefined}
      data-seek-ms={snapshot.lastSeek ? Math.round(snapshot.lastSeek.afterMs) : undefined}
      data-seek-off-ms={
        snapshot.lastSeek ? Math.round(snapshot.lastSeek.shownUtcMs - snapshot.lastSeek.askedUtcMs) : undefined
      }
    >
      {posterUrl !== null && posterUrl !== absentPoster && !isHidden && (
        <img
          className={classes.poster}
          src={posterUrl}
          alt={t('live.tile.poster', { name: camera?.name ?? '' })}
          data-shown={!hasPicture}
          onError={() => setAbsentPoster(posterUrl)}
        />
      )}
      {!isHidden && (
        <VideoSurface
          player={player}
          snapshot={snapshot}
          zoom={zoom}
          label={t('live.tile.label', { name: camera?.name ?? '' })}
        />
      )}
      {!isHidden && overlay?.isShown === true && overlay.render(zoom)}
      <TileMessage player={player} snapshot={snapshot} camera={camera} onPlayLast={onPlayLast} />
      <div className={classes.startTop}>
        <KindChip snapshot={snapshot} camera={camera} />
      </div>
      <div className={classes.startUnder}>
        <PrivacyChip snapshot={snapshot} />
      </div>
      <div className={classes.endTop}>
        <WayChips snapshot={snapshot} />
      </div>
      <div className={classes.startBottom}>
        <PlaceChips player={player} snapshot={snapshot} camera={camera} />
      </div>
      <TileControls
        isMuted={snapshot.isMuted}
        hasSound={canHear(snapshot, camera)}
        isFull={isFull}
        hasBoxes={overlay?.isShown}
        onBoxes={overlay?.toggle}
        zoomScale={zoom.scale}
        hasPicture={hasPicture}
        showsOriginals={originalsChoice(snapshot, camera)}
        onOriginals={() => player.showOriginals(!snapshot.showsOriginals)}
        onMute={toggleMute}
        onFullScreen={toggle}
        onPictureInPicture={document.pictureInPictureEnabled ? openWindow : undefined}
        onSnapshot={save}
        onZoomIn={zoomIn}
        onZoomOut={zoomOut}
        onWholePicture={reset}
      />
      {children}
    </div>
  );
}
