import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { CameraThumbnail } from '../../../features/cameras/camera-thumbnail.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import classes from './core-thumbnails-tab.module.css';

const againMs = 60_000;

/** The newest picture of every camera of a core. */
export function CoreThumbnailsTab({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const cameras = useQuery({ ...camerasOfEdge(edgeId), refetchInterval: againMs });
  if (cameras.data === undefined) {
    if (cameras.error === null) return <LoadingRows />;
    return (
      <ErrorState title={t('edges.thumbnails.failed')} failure={cameras.error} onRetry={() => void cameras.refetch()} />
    );
  }
  if (cameras.data.items.length === 0)
    return <EmptyState title={t('edges.thumbnails.none')} text={t('edges.thumbnails.noneText')} />;
  return (
    <div className={classes.grid}>
      {cameras.data.items.map((camera) => (
        <CameraThumbnail key={camera.id} camera={camera} />
      ))}
    </div>
  );
}
