import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { callQuery } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { firstEdges } from './edge-queries.ts';
import classes from './edge-notices.module.css';
import { mergeNotices } from './merge-notices.ts';

const perCore = 50;
const againMs = 30_000;

/** What all cores said about themselves, newest first. */
export function RecentNotices({ limit }: { limit: number }) {
  const { t } = useTranslation();
  const edges = useQuery(firstEdges());
  const cores = edges.data?.items ?? [];
  const results = useQueries({
    queries: cores.map(({ id }) => ({ ...callQuery(edgesCalls.notices, { params: { id }, query: { limit: perCore } }), refetchInterval: againMs })),
  });
  const failure = edges.error ?? results.find(({ error }) => error !== null)?.error ?? null;
  if (failure !== null) return <p className={classes.words}>{t(`errors.${toApiError(failure).code}`)}</p>;
  if (edges.data === undefined || results.some(({ data }) => data === undefined)) return <LoadingRows rows={3} />;
  const merged = mergeNotices(
    cores.map((core, index) => ({ core, notices: results[index]?.data?.items ?? [] })),
    limit,
  );
  if (merged.length === 0) return <p className={classes.words}>{t('edges.notices.none')}</p>;
  return (
    <ol className={classes.notices}>
      {merged.map(({ core, notice }, index) => (
        <li key={`${core.id} ${String(notice.receivedAtUtcMs)} ${String(index)}`} className={classes.notice}>
          <time dateTime={new Date(notice.atUtcMs).toISOString()} className={classes.time}>
            <bdi>{formatTime(notice.atUtcMs, ownZone(), 'full')}</bdi>
          </time>
          <span>
            <Link to="/edge-edit/$edgeId" params={{ edgeId: core.id }}>
              {core.name}
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
    </ol>
  );
}
