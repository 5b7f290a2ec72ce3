import { Loader } from '@mantine/core';
import {
  IconCloudOff,
  IconLock,
  IconMovieOff,
  IconPlugConnectedX,
  IconUserOff,
  IconVideoOff,
  IconWifiOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSince, formatTime } from '../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';
import { useConnection, useCutOff, type CutOff } from '../../../platform/realtime/connection-store.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { cutOf, type PictureCut, type TileCamera } from './tile-facts.ts';
import { TileNotice } from './tile-notice.tsx';

interface TileMessageProps {
  player: CameraPlayer;
  snapshot: PlayerSnapshot;
  camera: TileCamera | undefined;
  onPlayLast: (() => void) | undefined;
}

/** What a tile says in the middle when there is no picture, or none that is true. Nothing while all is well. */
export function TileMessage(props: TileMessageProps) {
  const cut = cutOf(props.snapshot, props.camera, useCutOff());
  // The page itself says that it waits for somebody.
  if (props.snapshot.isSuspended) return null;
  if (props.snapshot.live.phase === 'closed') return <ClosedMessage player={props.player} />;
  if (cut === 'browser' || cut === 'server') return <CutOffMessage cutOff={cut} snapshot={props.snapshot} />;
  return props.snapshot.mode === 'live' ? <LiveMessage {...props} cut={cut} /> : <FootageMessage {...props} />;
}

/** Whoever looks is cut off, or the server is. Nothing is said of the camera: nobody knows. */
function CutOffMessage({ cutOff, snapshot: { live } }: { cutOff: CutOff; snapshot: PlayerSnapshot }) {
  const { t } = useTranslation();
  const line = useConnection();
  const sinceUtcMs = line.cutOff === null ? (live.phase === 'offline' ? live.sinceUtcMs : null) : line.freshUtcMs;
  const Icon = cutOff === 'browser' ? IconWifiOff : IconCloudOff;
  return (
    <TileNotice
      icon={<Icon size={20} stroke={1.5} />}
      title={t(cutOff === 'browser' ? 'live.tile.deviceOffline' : 'live.tile.serverAway')}
      text={
        sinceUtcMs === null
          ? t('shell.offline.detail')
          : t('live.tile.cutSince', { time: leftToRight(formatTime(sinceUtcMs, ownZone(), 'seconds')) })
      }
    />
  );
}

/** Live or not: there is no way to the core until it is asked for. */
function ClosedMessage({ player }: { player: CameraPlayer }) {
  const { t } = useTranslation();
  return (
    <TileNotice
      icon={<IconUserOff size={20} stroke={1.5} aria-hidden="true" />}
      title={t('live.tile.closed')}
      text={t('errors.live_view_closed')}
      action={{ label: t('live.tile.watchAgain'), act: () => player.reopen() }}
    />
  );
}

function LiveMessage({
  player,
  snapshot: { live },
  camera,
  onPlayLast,
  cut,
}: TileMessageProps & { cut: PictureCut | null }) {
  const { t } = useTranslation();
  const since = (utcMs: number): string => formatSince(utcMs, player.clock.now(), camera?.timeZone ?? 'UTC');
  const hasSub = camera?.streams.some(({ kind }) => kind === 'sub') ?? false;
  switch (live.phase) {
    case 'live':
    case 'closed':
      return null;
    case 'connecting':
      return (
        <TileNotice icon={<Loader size={20} color="var(--s-v-text)" />} title={t('live.tile.connecting')} isQuiet />
      );
    case 'stalled':
      return (
        <TileNotice
          icon={<Loader size={20} color="var(--s-v-text)" />}
          title={t('live.tile.streamStalled')}
          text={
            live.lastFrameUtcMs === null
              ? t('live.tile.retrying')
              : t('live.tile.lastFrame', { time: since(live.lastFrameUtcMs) })
          }
        />
      );
    case 'offline': {
      const isNew = camera?.status.state === 'notConnected';
      const at = camera?.status.state === 'offline' ? camera.status.sinceUtcMs : live.sinceUtcMs;
      const cause = live.cause ?? camera?.status.cause ?? null;
      const title =
        at === null
          ? t('live.tile.offline')
          : t(cut === 'core' ? 'live.tile.coreOfflineSince' : 'live.tile.offlineSince', { time: since(at) });
      return (
        <TileNotice
          icon={<IconPlugConnectedX size={20} stroke={1.5} aria-hidden="true" />}
          title={isNew ? t('status.state.notConnected') : title}
          text={cause === null ? undefined : t(`errors.${cause}`)}
          // There is no core that could be asked for what was recorded.
          action={isNew ? undefined : onPlayLast && { label: t('live.tile.playLast'), act: onPlayLast }}
        />
      );
    }
    case 'noPermission':
      return (
        <TileNotice
          icon={<IconLock size={20} stroke={1.5} aria-hidden="true" />}
          title={t('live.tile.noPermission')}
          text={t('live.tile.noPermissionHint')}
          isSolid
        />
      );
    case 'unsupported':
      return (
        <TileNotice
          icon={<IconMovieOff size={20} stroke={1.5} aria-hidden="true" />}
          title={t('live.tile.unsupported')}
          text={t(`errors.${live.cause}`)}
          action={hasSub ? { label: t('live.tile.useSubStream'), act: () => player.showLiveStream('sub') } : undefined}
          isSolid
        />
      );
  }
}

function FootageMessage({ snapshot: { footage, lastSeek } }: TileMessageProps) {
  const { t } = useTranslation();
  if (footage.phase === 'gap') {
    return (
      <TileNotice
        icon={<IconVideoOff size={20} stroke={1.5} aria-hidden="true" />}
        title={t('live.tile.noFootage')}
        text={footage.cause === null ? undefined : t(`errors.${footage.cause}`)}
      />
    );
  }
  if (footage.phase === 'failed') {
    return (
      <TileNotice
        icon={<IconMovieOff size={20} stroke={1.5} aria-hidden="true" />}
        title={t('live.tile.playbackFailed')}
        text={footage.cause === null ? undefined : t(`errors.${footage.cause}`)}
      />
    );
  }
  if (footage.phase === 'seeking')
    return (
      <TileNotice
        icon={<Loader size={20} color="var(--s-v-text)" />}
        title={t('live.tile.loadingFootage')}
        isQuiet
        isLate={lastSeek !== null}
      />
    );
  return null;
}
