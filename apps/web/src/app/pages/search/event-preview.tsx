import type { Event } from '@sightline/contracts/events/event';
import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { useCameraPlayer, usePlayerSnapshot } from '../../../features/live/tile/use-camera-player.ts';
import { previewRange, whyNoFootage } from './event-footage.ts';
import { useFootageAt } from './use-footage-at.ts';
import classes from './footage.module.css';

const lookEveryMs = 200;

/** Footage of an event, silent and again and again, over its picture. Says why when there is none. */
export function EventPreview({ event }: { event: Event }) {
  const { t } = useTranslation();
  if (!event.can.playback) return <span className={classes.reason}>{t('events.search.detail.noPlayback')}</span>;
  return <Playing event={event} />;
}

function Playing({ event }: { event: Event }) {
  const player = useCameraPlayer(event.cameraId);
  return player && <Footage player={player} event={event} />;
}

function Footage({ player, event }: { player: CameraPlayer; event: Event }) {
  const { t } = useTranslation();
  const place = useRef<HTMLSpanElement>(null);
  const snapshot = usePlayerSnapshot(player);
  const { fromUtcMs, toUtcMs } = previewRange(event);
  useEffect(() => {
    place.current?.replaceChildren(player.footageVideo);
    const timer = setInterval(() => {
      if (player.store.get().mode === 'playback' && player.positionMs > toUtcMs) player.seek(fromUtcMs);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [player, fromUtcMs, toUtcMs]);
  useFootageAt(player, fromUtcMs);
  const why = whyNoFootage(snapshot);
  const isShown = why === null && snapshot.mode === 'playback' && snapshot.lastSeek !== null;
  return (
    <>
      <span ref={place} className={classes.video} data-shown={isShown} data-testid="event-preview" />
      {!isShown && why === null && (
        <span className={classes.waiting} role="status" aria-label={t('live.tile.loadingFootage')}>
          <Loader size={16} color="var(--s-v-text)" />
        </span>
      )}
      {why && (
        <span className={classes.reason}>{why.code === null ? t('live.tile.noFootage') : t(`errors.${why.code}`)}</span>
      )}
    </>
  );
}
