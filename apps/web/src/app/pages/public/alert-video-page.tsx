import type { SharedAlert } from '@sightline/contracts/alerts/alert-link';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import classes from './alert-video.module.css';
import { PublicFrame } from './public-frame.tsx';

/** So often it is asked how far a clip is, and, once it plays, whether it may still be seen. */
const waitingEveryMs = 3_000;
const playingEveryMs = 30_000;

/** A shared clip of an alert, for whoever holds the link: no account, no menus, nothing else. */
export function AlertVideoPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const { t } = useTranslation();
  const words = useAlertWords();
  const shared = useQuery({
    queryKey: ['shared alert', token],
    queryFn: () => call(alertLinksCalls.open, { body: { token } }),
    enabled: token !== '',
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === undefined || isGone(state.error)
        ? false
        : state.data.clip.state === 'ready'
          ? playingEveryMs
          : waitingEveryMs,
  });
  const { data, error } = shared;
  if (token === '' || isGone(error))
    return (
      <PublicFrame title={t('alerts.shared.title')} isTitleHidden>
        <EmptyState title={t('alerts.shared.goneTitle')} text={t('alerts.shared.goneText')} />
      </PublicFrame>
    );
  return (
    <PublicFrame title={data === undefined ? t('alerts.shared.title') : words.kind(data.kind)}>
      {data === undefined && error !== null && (
        <ErrorState title={t('alerts.shared.failed')} failure={error} onRetry={() => void shared.refetch()} />
      )}
      {data === undefined && error === null && <div className={classes.stage} aria-busy="true" />}
      {data !== undefined && <Shown shared={data} onBroken={() => void shared.refetch()} />}
    </PublicFrame>
  );
}

const isGone = (failure: unknown): boolean =>
  failure !== null && ['not_found', 'validation_failed', 'bad_request'].includes(toApiError(failure).code);

function Shown({ shared, onBroken }: { shared: SharedAlert; onBroken: () => void }) {
  const { t } = useTranslation();
  const { cameraName, timeZone, openedAtUtcMs, expiresAtUtcMs, clip } = shared;
  return (
    <>
      <div className={classes.stage}>
        {clip.url === null ? (
          <NotYet clip={clip} />
        ) : (
          <Clip url={clip.url} cameraName={cameraName} onBroken={onBroken} />
        )}
      </div>
      {clip.gaps.length > 0 && <p className={classes.note}>{t('alerts.shared.gaps')}</p>}
      <Facts>
        <dt>{t('alerts.shared.camera')}</dt>
        <dd>
          <bdi>{cameraName}</bdi>
        </dd>
        <dt>{t('alerts.shared.time')}</dt>
        <dd>
          <Moment utcMs={openedAtUtcMs} timeZone={timeZone} />
        </dd>
        <dt>{t('alerts.shared.expires')}</dt>
        <dd>
          <Moment utcMs={expiresAtUtcMs} timeZone={timeZone} to="time" />
        </dd>
      </Facts>
    </>
  );
}

interface ClipProps {
  url: string;
  cameraName: string;
  onBroken: () => void;
}

/** The address is signed anew at each look; what plays goes on with its own until that ended. */
function Clip({ url, cameraName, onBroken }: ClipProps) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(url);
  const renew = (): void => {
    if (playing === url) onBroken();
    else setPlaying(url);
  };
  return (
    <video
      className={classes.video}
      src={playing}
      aria-label={t('alerts.shared.clip', { name: cameraName })}
      controls
      autoPlay
      muted
      playsInline
      data-testid="shared-clip"
      onError={renew}
    />
  );
}

/** Why there is nothing to play, and whether there will be. */
function NotYet({ clip }: { clip: SharedAlert['clip'] }) {
  const { t } = useTranslation();
  const reason = reasonOf(clip);
  return (
    <div className={classes.notYet} role="status">
      {clip.state !== 'failed' && clip.failure === null && <Loader size={20} color="var(--s-v-text)" />}
      <strong>{t(`alerts.shared.${reason}Title`)}</strong>
      <span>{t(`alerts.shared.${reason}Text`)}</span>
    </div>
  );
}

const awayCodes: readonly (string | null)[] = [
  'core_offline',
  'core_timeout',
  'core_never_connected',
  'core_part_down',
];

function reasonOf({
  state,
  failure,
}: SharedAlert['clip']): 'preparing' | 'away' | 'noFootage' | 'cameraDeleted' | 'unavailable' {
  if (failure === 'no_footage') return 'noFootage';
  if (failure === 'alert_camera_deleted') return 'cameraDeleted';
  if (state === 'failed') return 'unavailable';
  return awayCodes.includes(failure) ? 'away' : 'preparing';
}
