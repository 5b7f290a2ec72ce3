import {
  IconAlertTriangle,
  IconCast,
  IconClock,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPlayerPause,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/time/moment.tsx';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';
import { useCutOff } from '../../../platform/realtime/connection-store.ts';
import { cutOf, pictureFormat, rateText } from './tile-facts.ts';
import type { TileCamera } from './tile-facts.ts';
import { usePosition } from './use-camera-player.ts';
import classes from './video-tile.module.css';

interface TileChipsProps {
  player: CameraPlayer;
  snapshot: PlayerSnapshot;
  camera: TileCamera | undefined;
}

/** What kind of picture this is: live or playback. */
export function KindChip({ snapshot, camera }: Pick<TileChipsProps, 'snapshot' | 'camera'>) {
  const { t } = useTranslation();
  const { mode, live, rate, isPlaying, isSuspended } = snapshot;
  const cut = cutOf(snapshot, camera, useCutOff());
  if (isSuspended) {
    return (
      <span className={classes.chip}>
        <IconPlayerPause size={14} stroke={1.9} aria-hidden="true" />
        {t('live.tile.paused')}
      </span>
    );
  }
  if (mode === 'playback') {
    return (
      <span className={classes.chip}>
        <IconHistory size={14} stroke={1.9} aria-hidden="true" />
        {isPlaying ? t('live.tile.playback') : t('live.tile.paused')}
        <bdi dir="ltr" className={classes.second}>
          {rateText(rate)}
        </bdi>
      </span>
    );
  }
  const isLive = live.phase === 'live';
  const words = {
    live: 'live.tile.live',
    connecting: 'live.tile.connecting',
    stalled: 'live.tile.stalled',
    offline: 'live.tile.offline',
    noPermission: 'live.tile.offline',
    unsupported: 'live.tile.offline',
    closed: 'live.tile.offline',
  } as const;
  if (live.phase === 'noPermission' || live.phase === 'unsupported' || live.phase === 'closed') return null;
  const isNew = live.phase === 'offline' && camera?.status.state === 'notConnected';
  return (
    <span className={classes.chip} data-live={isLive}>
      {isLive && <span className={classes.dot} aria-hidden="true" />}
      {cut === 'browser' || cut === 'server'
        ? t('live.tile.noConnection')
        : isNew
          ? t('status.state.notConnected')
          : t(words[live.phase])}
    </span>
  );
}

/** Whether parts of the picture are hidden, or are shown although the camera hides them. */
export function PrivacyChip({ snapshot: { masked, showsOriginals } }: Pick<TileChipsProps, 'snapshot'>) {
  const { t } = useTranslation();
  if (masked === 'none' && !showsOriginals) return null;
  const words = showsOriginals
    ? 'live.privacy.originals'
    : masked === 'whole'
      ? 'live.privacy.whole'
      : 'live.privacy.masked';
  return (
    <span
      className={classes.chip}
      data-level={showsOriginals ? 'warn' : undefined}
      data-privacy={showsOriginals ? 'originals' : 'masked'}
      title={masked === 'whole' ? t('live.privacy.wholeWhy') : undefined}
    >
      {showsOriginals ? (
        <IconEye size={14} stroke={1.9} aria-hidden="true" />
      ) : (
        <IconEyeOff size={14} stroke={1.9} aria-hidden="true" />
      )}
      {t(words)}
    </span>
  );
}

/** The way the picture takes, its codec and size, and its age. */
function WayChips({ snapshot }: Pick<TileChipsProps, 'snapshot'>) {
  const { t } = useTranslation();
  const { path, delayMs, mode, live, showing, isConverted } = snapshot;
  if (path === 'none' || (mode === 'live' && live.phase !== 'live')) return null;
  const isOther = mode === 'live' ? showing?.transcoded === true : isConverted;
  const format = mode === 'live' ? pictureFormat(snapshot) : null;
  return (
    <>
      <span className={classes.chip}>
        <IconCast size={14} stroke={1.9} aria-hidden="true" />
        {t(`live.path.${path}`)}
      </span>
      {(format !== null || isOther) && (
        <span className={classes.chip}>
          {format !== null && <bdi dir="ltr">{format}</bdi>}
          {isOther && <span className={classes.second}>{t('live.tile.converted')}</span>}
        </span>
      )}
      {mode === 'live' && delayMs !== null && (
        <span
          className={classes.chip}
          aria-label={t('live.chip.delayLabel', { ms: delayMs })}
          title={t('live.chip.delayLabel', { ms: delayMs })}
        >
          <IconClock size={14} stroke={1.9} aria-hidden="true" />
          <bdi dir="ltr">{t('live.chip.delay', { ms: delayMs })}</bdi>
        </span>
      )}
    </>
  );
}

/** Name of the camera with the picture's own time in the site's zone, and a warning when nothing is recorded. */
export function PlaceChips({ player, snapshot, camera }: TileChipsProps) {
  const { t } = useTranslation();
  const position = usePosition(player, 500);
  const isTrue = snapshot.mode === 'playback' || snapshot.live.phase === 'live';
  if (!camera) return null;
  const isUnrecorded = camera.status.part === 'storage' || camera.recordingMode === 'off';
  return (
    <>
      <span className={classes.chip}>
        <bdi className={classes.name}>{camera.name}</bdi>
        {isTrue && (
          <span className={classes.time}>
            <Moment utcMs={position} timeZone={camera.timeZone} />
          </span>
        )}
      </span>
      {isUnrecorded && (
        <span className={classes.chip} data-level="warn">
          <IconAlertTriangle size={14} stroke={1.9} aria-hidden="true" />
          {t('live.tile.notRecording')}
        </span>
      )}
    </>
  );
}

/** Everything that is said on the picture: kind, privacy, way, and place with time. */
export function TileChips({ player, snapshot, camera }: TileChipsProps) {
  return (
    <>
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
    </>
  );
}
