import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { DigitalZoom } from './digital-zoom.ts';
import { savePicture, pictureFileName } from './picture-file.ts';
import type { PictureActions } from './picture-gestures.ts';
import { SkipFlash, useSkipFlash } from './skip-flash.tsx';
import { TileChips } from './tile-chips.tsx';
import { TileControls, WholePicture } from './tile-controls.tsx';
import { canHear, originalsChoice } from './tile-facts.ts';
import type { TileCamera } from './tile-facts.ts';
import { TileMessage } from './tile-message.tsx';
import { usePlayerSnapshot } from './use-camera-player.ts';
import { useDigitalZoom } from './use-digital-zoom.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePictureGestures } from './use-picture-gestures.ts';
import { useTileKeys } from './use-tile-keys.ts';
import { VideoSurface } from './video-surface.tsx';
import classes from './video-tile.module.css';

// Only phones have it.
const PictureBar = lazy(async () => ({ default: (await import('./picture-bar.tsx')).PictureBar }));

interface VideoTileProps {
  player: CameraPlayer;
  camera: TileCamera | undefined;
  /** Shown until the first live picture. */
  posterUrl: string | null;
  onPlayLast?: (() => void) | undefined;
  /** What lies over the picture, and the switch for it. Drawn in the tile's own pixels, so it must follow the zoom itself. */
  overlay?: { isShown: boolean; toggle: () => void; render: (zoom: DigitalZoom) => ReactNode } | undefined;
  /** What taps and swipes on the picture mean for the page. */
  gestures?: Omit<PictureActions, 'onFullScreen'> | undefined;
  /** What can be done stands below the picture, not on it. */
  hasBar?: boolean;
  /** The picture fills the screen of a phone on its side. */
  isFilled?: boolean;
  /** What lies over the picture has faded. */
  isFaded?: boolean;
  onClip?: (() => void) | undefined;
  children?: ReactNode;
}

const nothing = (): void => undefined;

/** One camera's picture with its state in words, how it travels, and what can be done with it. */
export function VideoTile({ player, camera, posterUrl, onPlayLast, overlay, children, ...props }: VideoTileProps) {
  const { t } = useTranslation();
  const tile = useRef<HTMLDivElement>(null);
  const snapshot = usePlayerSnapshot(player);
  const { zoom, zoomIn, zoomOut, reset } = useDigitalZoom(tile);
  const { isFull, toggle } = useFullScreen(tile);
  const [skipped, flash] = useSkipFlash();
  const isHidden = snapshot.live.phase === 'noPermission';
  const shown = snapshot.mode === 'playback' && snapshot.lastSeek ? player.footageVideo : player.liveVideo;
  const hasPicture = !isHidden && (snapshot.hasLivePicture || snapshot.lastSeek !== null);
  const toggleMute = (): void => player.setMuted(!snapshot.isMuted);
  useTileKeys({ f: toggle, m: toggleMute, ...(overlay && { b: overlay.toggle }) });
  usePictureGestures(tile, {
    isEnlarged: zoom.scale > 1,
    onSkip: (byMs) => {
      if (!props.gestures) return;
      props.gestures.onSkip(byMs);
      flash(byMs);
    },
    onNeighbour: props.gestures?.onNeighbour ?? nothing,
    onTap: props.gestures?.onTap ?? nothing,
    onFullScreen: toggle,
  });
  const save = (): void => {
    const name = pictureFileName(camera?.name ?? '', player.positionMs, camera?.timeZone ?? 'UTC');
    savePicture(shown, name).catch((thrown: unknown) => toastFailure(t('live.control.snapshotFailed'), thrown));
  };
  const openWindow = (): void => {
    shown
      .requestPictureInPicture()
      .catch((thrown: unknown) => toastFailure(t('live.control.pictureInPicture'), thrown));
  };
  const controls = {
    isMuted: snapshot.isMuted,
    hasSound: canHear(snapshot, camera),
    isFull,
    hasBoxes: overlay?.isShown,
    onBoxes: overlay?.toggle,
    zoomScale: zoom.scale,
    hasPicture,
    showsOriginals: originalsChoice(snapshot, camera),
    onOriginals: () => player.showOriginals(!snapshot.showsOriginals),
    onMute: toggleMute,
    onFullScreen: toggle,
    onPictureInPicture: document.pictureInPictureEnabled ? openWindow : undefined,
    onSnapshot: save,
    onZoomIn: zoomIn,
    onZoomOut: zoomOut,
    onWholePicture: reset,
  };
  const isBarred = props.hasBar === true && !isFull;
  return (
    <>
      <div
        ref={tile}
        className={classes.tile}
        data-testid="video-tile"
        data-mode={snapshot.mode}
        data-phase={snapshot.mode === 'live' ? snapshot.live.phase : snapshot.footage.phase}
        data-path={snapshot.path}
        data-zoom={zoom.scale.toFixed(2)}
        data-faded={props.isFaded === true}
        data-filled={props.isFilled === true}
        data-first-frame-ms={snapshot.firstLiveFrameMs ?? undefined}
        data-seek-ms={snapshot.lastSeek ? Math.round(snapshot.lastSeek.afterMs) : undefined}
        data-seek-off-ms={
          snapshot.lastSeek ? Math.round(snapshot.lastSeek.shownUtcMs - snapshot.lastSeek.askedUtcMs) : undefined
        }
      >
        {!isHidden && <Poster url={posterUrl} name={camera?.name ?? ''} isShown={!hasPicture} />}
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
        {skipped !== null && <SkipFlash byMs={skipped} />}
        {!isBarred && <TileChips player={player} snapshot={snapshot} camera={camera} />}
        {!isBarred && <TileControls {...controls} />}
        {isBarred && zoom.scale > 1 && <WholePicture scale={zoom.scale} onReset={reset} />}
        {children}
      </div>
      {isBarred && (
        <Suspense fallback={<div className={classes.barSkeleton} />}>
          <PictureBar player={player} snapshot={snapshot} camera={camera} onClip={props.onClip} {...controls} />
        </Suspense>
      )}
    </>
  );
}

/** The last picture that is known; one that cannot be shown any more says less than an empty tile. */
function Poster({ url, name, isShown }: { url: string | null; name: string; isShown: boolean }) {
  const { t } = useTranslation();
  const [absent, setAbsent] = useState<string | null>(null);
  if (url === null || url === absent) return null;
  return (
    <img
      className={classes.poster}
      src={url}
      alt={t('live.tile.poster', { name })}
      data-shown={isShown}
      onError={() => setAbsent(url)}
    />
  );
}
