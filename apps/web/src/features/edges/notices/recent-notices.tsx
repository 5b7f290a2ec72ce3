import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { callQuery } from '../../../platform/api/client.ts';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { NoticeList } from './notice-list.tsx';
import classes from './edge-notices.module.css';

const againMs = 30_000;

const linkToCore = ({ edgeId, edgeName }: { edgeId: string; edgeName: string }) => (
  <>
    <Link to="/edge-edit/$edgeId" params={{ edgeId }}>
      {edgeName}
    </Link>
    {': '}
  </>
);

/** What all cores said about themselves, newest first. */
export function RecentNotices({ limit }: { limit: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    ...callQuery(edgesCalls.recentNotices, { query: { limit } }),
    refetchInterval: againMs,
  });
  if (error !== null) return <p className={classes.words}>{t(`errors.${toApiError(error).code}`)}</p>;
  if (data === undefined) return <LoadingRows rows={3} />;
  return (
    <NoticeList
      notices={data.items}
      keyOf={({ edgeId, receivedAtUtcMs }) => `${edgeId} ${String(receivedAtUtcMs)}`}
      zoneOf={({ timeZone }) => timeZone}
      source={linkToCore}
    />
  );
}
