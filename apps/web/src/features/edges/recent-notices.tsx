import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { callQuery } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import classes from './edge-notices.module.css';

const againMs = 30_000;

/** What all cores said about themselves, newest first. */
export function RecentNotices({ limit }: { limit: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    ...callQuery(edgesCalls.recentNotices, { query: { limit } }),
    refetchInterval: againMs,
  });
  if (error !== null) return <p className={classes.words}>{t(`errors.${toApiError(error).code}`)}</p>;
  if (data === undefined) return <LoadingRows rows={3} />;
  if (data.items.length === 0) return <p className={classes.words}>{t('edges.notices.none')}</p>;
  return (
    <Stack as="ol" gap={8} className={classes.notices}>
      {data.items.map((notice, index) => (
        <li key={`${notice.edgeId} ${String(notice.receivedAtUtcMs)} ${String(index)}`} className={classes.notice}>
          <time dateTime={new Date(notice.atUtcMs).toISOString()} className={classes.time}>
            <bdi>{formatTime(notice.atUtcMs, ownZone(), 'full')}</bdi>
          </time>
          <span>
            <Link to="/edge-edit/$edgeId" params={{ edgeId: notice.edgeId }}>
              {notice.edgeName}
            </Link>
            {': '}
            {t(`errors.${notice.code}`)}
            {notice.detail !== '' && (
              <span className={classes.detail}>
                <bdi translate="no">{notice.detail}</bdi>
              </span>
            )}
          </span>
        </li>
      ))}
    </Stack>
  );
}
