import { useEffect, useRef } from 'react';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';
import { transformOf } from './digital-zoom.ts';
import type { DigitalZoom } from './digital-zoom.ts';
import classes from './video-tile.module.css';

interface VideoSurfaceProps {
  player: CameraPlayer;
  snapshot: PlayerSnapshot;
  zoom: DigitalZoom;
  label: string;
}

/** The pictures themselves. Video elements and the still belong to the player, so that switching shows no black between them. */
export function VideoSurface({ player, snapshot, zoom, label }: VideoSurfaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(player.liveVideo, player.still.canvas, player.footageVideo);
  }, [player]);
  useEffect(() => player.describe(label), [player, label]);
  const shows =
    snapshot.mode === 'playback' && snapshot.lastSeek ? 'footage' : snapshot.hasLivePicture ? 'live' : 'none';
  return (
    <div
      ref={place}
      className={classes.pictures}
      dir="ltr"
      style={{ transform: transformOf(zoom) }}
      data-shows={shows}
      data-still={snapshot.hasStill}
      data-dimmed={isDimmed(snapshot)}
    />
  );
}

/** A still that only bridges two ways of a live picture is as bright as the picture. */
const isDimmed = ({ mode, live, footage, hasStill }: PlayerSnapshot): boolean =>
  (hasStill && (mode !== 'live' || live.phase !== 'live')) ||
  (mode === 'live'
    ? live.phase !== 'live' && live.phase !== 'noPermission' && live.phase !== 'unsupported'
    : footage.phase === 'gap' || footage.phase === 'failed');
