import type { Event } from '@sightline/contracts/events/event';
import { Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { useCameraPlayer, usePlayerSnapshot, usePosition } from '../../../features/live/tile/use-camera-player.ts';
import { EventPicture } from '../../../features/events/facts/event-picture.tsx';
import { WayOverlay } from '../../../features/events/detail/way-overlay.tsx';
import { whyNoFootage } from './event-footage.ts';
import { useFootageAt } from './use-footage-at.ts';
import classes from './footage.module.css';

/** The whole picture at the best moment with the way that the thing went; it plays on demand. Before footage comes, the cut-out. */
export function EventStage({ event }: { event: Event }) {
  const { t } = useTranslation();
  return (
    <>
      {event.thumbnails.object !== null && (
        <EventPicture className={classes.cutOut} src={event.thumbnails.object} alt={t('events.search.detail.cutOut')} />
      )}
      {event.can.playback && <Playing event={event} />}
    </>
  );
}

function Playing({ event }: { event: Event }) {
  const player = useCameraPlayer(event.cameraId);
  return player && <Stage player={player} event={event} />;
}

function Stage({ player, event }: { player: CameraPlayer; event: Event }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const snapshot = usePlayerSnapshot(player);
  const positionMs = usePosition(player, 100);
  const [aspect, setAspect] = useState<string | undefined>(undefined);
  const { atUtcMs } = event.best;
  useEffect(() => {
    const video = player.footageVideo;
    place.current?.replaceChildren(video);
    const read = (): void => setAspect(video.videoWidth > 0 ? `${video.videoWidth} / ${video.videoHeight}` : undefined);
    video.addEventListener('resize', read);
    player.describe(t('live.tile.label', { name: event.cameraName }));
    return () => video.removeEventListener('resize', read);
  }, [player, event.cameraName, t]);
  useFootageAt(player, atUtcMs);
  const { mode } = snapshot;
  useEffect(() => {
    if (mode === 'playback') player.pause();
  }, [player, mode]);
  const why = whyNoFootage(snapshot);
  const isShown = why === null && snapshot.mode === 'playback' && snapshot.lastSeek !== null;
  const toggle = (): void => {
    if (snapshot.isPlaying) return player.pause();
    if (player.positionMs >= event.lastSeenUtcMs || player.positionMs === atUtcMs) player.seek(event.startedAtUtcMs);
    player.play();
  };
  return (
    <div className={classes.stage} data-shown={isShown} data-testid="event-stage" style={{ aspectRatio: aspect }}>
      <div ref={place} className={classes.video} data-shown={isShown} />
      {isShown && <WayOverlay event={event} atUtcMs={positionMs} />}
      {isShown && (
        <button
          type="button"
          className={classes.play}
          aria-label={t(snapshot.isPlaying ? 'events.search.detail.pauseHere' : 'events.search.detail.playHere')}
          onClick={toggle}
        >
          {snapshot.isPlaying ? (
            <IconPlayerPauseFilled size={20} aria-hidden="true" />
          ) : (
            <IconPlayerPlayFilled size={20} aria-hidden="true" />
          )}
        </button>
      )}
      {!isShown && why === null && (
        <span className={classes.waiting} role="status" aria-label={t('live.tile.loadingFootage')}>
          <Loader size={16} color="var(--s-v-text)" />
        </span>
      )}
      {why && (
        <span className={classes.reason}>{why.code === null ? t('live.tile.noFootage') : t(`errors.${why.code}`)}</span>
      )}
    </div>
  );
}
