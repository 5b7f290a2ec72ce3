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
import { ListScreen } from '../../../ui/states/list-screen.tsx';
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
      <ListScreen
        list={cameras}
        failed={t('developer.failed')}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('developer.noCameras')} text={t('developer.noCamerasText')} />}
      >
        {({ items }) => (
          <ul className={classes.grid} style={{ '--grid-columns': gridOf(cells).columns } as CSSProperties}>
            {items.map((camera) => (
              <NewestPicture key={camera.id} camera={camera} nowUtcMs={nowUtcMs} />
            ))}
          </ul>
        )}
      </ListScreen>
    </>
  );
}
