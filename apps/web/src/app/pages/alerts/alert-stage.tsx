import type { Alert } from '@sightline/contracts/alerts/alert';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { useCameraPlayer, usePlayerSnapshot, usePosition } from '../../../features/live/tile/use-camera-player.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { clockLength } from '../../../platform/i18n/format-number.ts';
import { whyNoFootage } from '../search/event-footage.ts';
import { useFootageAt } from '../search/use-footage-at.ts';
import { alertClip } from './alert-clip.ts';
import classes from './alert-stage.module.css';

// Whoever steps through the queue with the keys opens no player for what is passed by.
const settleMs = 250;

/** The picture of an alert, and its clip as soon as it plays, from three seconds before. */
export function AlertStage({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const { cameraId, clip, cameraDeletedAtUtcMs } = alert;
  const [settledId] = useDebouncedValue(alert.id, settleMs);
  const mayPlay = cameraId !== null && clip !== null && alert.can.playback;
  return (
    <div className={classes.stage}>
      <Picture key={alert.id} url={alert.pictureUrl} />
      {mayPlay && settledId === alert.id && <Playing key={alert.id} alert={alert} cameraId={cameraId} />}
      {cameraId === null && <span className={classes.reason}>{t('alerts.stage.noCamera')}</span>}
      {cameraDeletedAtUtcMs !== null && (
        <span className={classes.reason}>
          {t('alerts.stage.cameraDeleted', { date: formatTime(cameraDeletedAtUtcMs, alert.timeZone, 'day') })}
        </span>
      )}
      {cameraId !== null && cameraDeletedAtUtcMs === null && clip !== null && !alert.can.playback && (
        <span className={classes.reason}>{t('alerts.stage.noPlayback')}</span>
      )}
    </div>
  );
}

function Picture({ url }: { url: string | null }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  if (url === null || isBroken) return null;
  return <img className={classes.picture} src={url} alt={t('alerts.stage.picture')} onError={() => setBroken(true)} />;
}

function Playing({ alert, cameraId }: { alert: Alert; cameraId: string }) {
  const player = useCameraPlayer(cameraId);
  const clip = alertClip(alert);
  return player && clip && <Clip player={player} alert={alert} clip={clip} />;
}

interface ClipProps {
  player: CameraPlayer;
  alert: Alert;
  clip: NonNullable<ReturnType<typeof alertClip>>;
}

function Clip({ player, alert, clip }: ClipProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const snapshot = usePlayerSnapshot(player);
  const positionMs = usePosition(player, 200);
  const { startUtcMs, fromUtcMs, toUtcMs } = clip;
  useEffect(() => {
    place.current?.replaceChildren(player.footageVideo);
    player.describe(t('live.tile.label', { name: alert.cameraName }));
  }, [player, alert.cameraName, t]);
  useFootageAt(player, startUtcMs);
  const isAtEnd = snapshot.mode === 'playback' && positionMs >= toUtcMs;
  useEffect(() => {
    if (isAtEnd) player.pause();
  }, [player, isAtEnd]);
  const why = whyNoFootage(snapshot);
  const isShown = why === null && snapshot.mode === 'playback' && snapshot.lastSeek !== null;
  const toggle = (): void => {
    if (snapshot.isPlaying) return player.pause();
    if (positionMs >= toUtcMs - 500) player.seek(startUtcMs);
    player.play();
  };
  const atUtcMs = Math.min(Math.max(positionMs, fromUtcMs), toUtcMs);
  return (
    <>
      <div ref={place} className={classes.video} data-shown={isShown} data-testid="alert-clip" />
      {!isShown && why === null && (
        <span className={classes.waiting} role="status" aria-label={t('live.tile.loadingFootage')}>
          <Loader size={16} color="var(--s-v-text)" />
        </span>
      )}
      {why !== null && (
        <span className={classes.reason}>{why.code === null ? t('live.tile.noFootage') : t(`errors.${why.code}`)}</span>
      )}
      {isShown && (
        <div className={classes.controls} dir="ltr">
          <button
            type="button"
            className={classes.play}
            aria-label={t(snapshot.isPlaying ? 'alerts.stage.pause' : 'alerts.stage.play')}
            onClick={toggle}
          >
            {snapshot.isPlaying ? (
              <IconPlayerPauseFilled size={20} aria-hidden="true" />
            ) : (
              <IconPlayerPlayFilled size={20} aria-hidden="true" />
            )}
          </button>
          <bdi dir="ltr" className={classes.clock}>
            {formatTime(atUtcMs, alert.timeZone, 'seconds')}
          </bdi>
          {/* Time runs from left to right in every language. */}
          <span className={classes.track} dir="ltr">
            <span
              className={classes.mark}
              style={{
                insetInlineStart: `${String(((alert.openedAtUtcMs - fromUtcMs) / (toUtcMs - fromUtcMs)) * 100)}%`,
              }}
            />
            <input
              type="range"
              aria-label={t('alerts.stage.position')}
              min={fromUtcMs}
              max={toUtcMs}
              step={500}
              value={atUtcMs}
              aria-valuetext={formatTime(atUtcMs, alert.timeZone, 'seconds')}
              onChange={({ currentTarget }) => player.seek(Number(currentTarget.value))}
            />
          </span>
          <bdi dir="ltr" className={classes.clock}>
            {clockLength(atUtcMs - fromUtcMs)} / {clockLength(toUtcMs - fromUtcMs)}
          </bdi>
        </div>
      )}
    </>
  );
}
