import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { GridPicker } from '../../../ui/grids/grid-picker.tsx';
import { gridOf } from '../../../ui/grids/grid-layout.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import classes from './developer.module.css';
import { NewestPicture } from './cameras/newest-picture.tsx';

const firstCells = 12;
const againMs = 60_000;

/** The last picture of many cameras at once with its age: shows which ones bring none, and why. */
export function ThumbnailsPage() {
  const { t } = useTranslation();
  const [cells, setCells] = useState(firstCells);
  const nowUtcMs = useNow(5000);
  const cameras = useQuery({
    ...callQuery(camerasCalls.list, { query: { limit: cells } }),
    refetchInterval: againMs,
    placeholderData: (last) => last,
  });
  return (
    <>
      <PageHeader title={t('developer.menu.thumbnails')}>
        <GridPicker value={cells} onChange={setCells} />
      </PageHeader>
      {cameras.data === undefined && cameras.error === null && <LoadingRows />}
      {cameras.data === undefined && cameras.error !== null && (
        <ErrorState title={t('developer.failed')} failure={cameras.error} onRetry={() => void cameras.refetch()} />
      )}
      {cameras.data?.items.length === 0 && (
        <EmptyState title={t('developer.noCameras')} text={t('developer.noCamerasText')} />
      )}
      <ul className={classes.grid} style={{ '--grid-columns': gridOf(cells).columns } as CSSProperties}>
        {cameras.data?.items.map((camera) => (
          <NewestPicture key={camera.id} camera={camera} nowUtcMs={nowUtcMs} />
        ))}
      </ul>
    </>
  );
}
