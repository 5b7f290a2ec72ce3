import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { CameraThumbnail } from '../../../features/cameras/camera-thumbnail.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import classes from './core-thumbnails-tab.module.css';

const againMs = 60_000;

/** The newest picture of every camera of a core. */
export function CoreThumbnailsTab({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const cameras = useQuery({ ...camerasOfEdge(edgeId), refetchInterval: againMs });
  return (
    <ListScreen
      list={cameras}
      failed={t('edges.thumbnails.failed')}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('edges.thumbnails.none')} text={t('edges.thumbnails.noneText')} />}
    >
      {({ items }) => (
        <div className={classes.grid}>
          {items.map((camera) => (
            <CameraThumbnail key={camera.id} camera={camera} />
          ))}
        </div>
      )}
    </ListScreen>
  );
}
