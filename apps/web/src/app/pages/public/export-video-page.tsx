import type { SharedExport } from '@sightline/contracts/exports/export-link';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { formatBytes } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { Facts } from '../../../ui/page/facts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import classes from './alert-video.module.css';
import { PublicFrame } from './public-frame.tsx';

/** So often it is asked whether the file may still be seen. */
const everyMs = 30_000;

/** A shared export, for whoever holds the link: no account, no menus, nothing else. */
export function ExportVideoPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const { t } = useTranslation();
  const shared = useQuery({
    queryKey: ['shared export', token],
    queryFn: () => call(exportLinksCalls.open, { body: { token } }),
    enabled: token !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data === undefined || isGone(state.error) ? false : everyMs),
  });
  const { data, error } = shared;
  if (token === '' || isGone(error))
    return (
      <PublicFrame title={t('exports.shared.title')} isTitleHidden>
        <EmptyState title={t('exports.shared.goneTitle')} text={t('exports.shared.goneText')} />
      </PublicFrame>
    );
  return (
    <PublicFrame title={data === undefined ? t('exports.shared.title') : data.cameraName}>
      {data === undefined && error !== null && (
        <ErrorState title={t('exports.shared.failed')} failure={error} onRetry={() => void shared.refetch()} />
      )}
      {data === undefined && error === null && <div className={classes.stage} aria-busy="true" />}
      {data !== undefined && <Shown shared={data} onBroken={() => void shared.refetch()} />}
    </PublicFrame>
  );
}

const isGone = (failure: unknown): boolean =>
  failure !== null && ['not_found', 'validation_failed', 'bad_request'].includes(toApiError(failure).code);

function Shown({ shared, onBroken }: { shared: SharedExport; onBroken: () => void }) {
  const { t } = useTranslation();
  const { timeZone, sha256, gaps } = shared;
  const [playing, setPlaying] = useState(shared.url);
  // The address is signed anew at each look; what plays goes on with its own until that ended.
  const renew = (): void => (playing === shared.url ? onBroken() : setPlaying(shared.url));
  return (
    <>
      <div className={classes.stage}>
        <video
          className={classes.video}
          src={playing}
          aria-label={t('exports.shared.clip', { name: shared.cameraName })}
          controls
          autoPlay
          muted
          playsInline
          data-testid="shared-export"
          onError={renew}
        />
      </div>
      {gaps.length > 0 && (
        <p className={classes.note}>
          {t('exports.shared.gaps', { count: gaps.length })}{' '}
          {gaps
            .slice(0, 5)
            .map(({ fromUtcMs, toUtcMs }) =>
              t('exports.shared.gap', {
                from: formatTime(fromUtcMs, timeZone, 'seconds'),
                to: formatTime(toUtcMs, timeZone, 'seconds'),
              }),
            )
            .join(', ')}
        </p>
      )}
      {shared.uncertain.length > 0 && <p className={classes.note}>{t('exports.shared.uncertain')}</p>}
      <p className={classes.note}>
        <Button
          component="a"
          href={shared.url}
          download={shared.fileName}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {t('exports.shared.download', { size: formatBytes(shared.bytes) })}
        </Button>
      </p>
      <Facts>
        <dt>{t('exports.create.from')}</dt>
        <dd>
          <Moment utcMs={shared.fromUtcMs} timeZone={timeZone} />
        </dd>
        <dt>{t('exports.create.to')}</dt>
        <dd>
          <Moment utcMs={shared.toUtcMs} timeZone={timeZone} />
        </dd>
        <dt>{t('exports.shared.expires')}</dt>
        <dd>
          <Moment utcMs={shared.expiresAtUtcMs} timeZone={timeZone} to="time" />
        </dd>
        <dt>{t('exports.item.sha')}</dt>
        <dd>
          <code className={classes.sum} dir="ltr">
            {sha256}
          </code>
        </dd>
      </Facts>
    </>
  );
}
