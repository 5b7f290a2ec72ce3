import type { Camera } from '@sightline/contracts/cameras/camera';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { CameraChooser } from './cameras/camera-chooser.tsx';
import { CameraPicture } from './cameras/camera-picture.tsx';
import classes from './developer.module.css';
import { EventCanvas } from './canvas/event-canvas.tsx';
import { EventWays } from './canvas/event-ways.tsx';

const most = 200;

function CanvasOf({ camera }: { camera: Camera }) {
  const { t } = useTranslation();
  const events = useQuery(callQuery(eventsCalls.list, { query: { cameraIds: camera.id, limit: most } }));
  return (
    <ListScreen
      list={events}
      failed={t('developer.failed')}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('developer.noEvents')} text={t('developer.noEventsText')} />}
    >
      {({ items }) => (
        <>
          <p className={classes.text}>{t('developer.canvas.ways', { count: items.length })}</p>
          <CameraPicture camera={camera}>
            <EventWays events={items} />
          </CameraPicture>
          <p className={classes.text}>{t('developer.canvas.text')}</p>
          <EventCanvas events={items} />
        </>
      )}
    </ListScreen>
  );
}

/** The newest events of a camera: where they were seen best and which way they went, and their scores over time. */
export function SearchCanvasPage() {
  const { t } = useTranslation();
  const { camera } = useSearch({ from: '/shell/developer-area/developer/search-canvas' });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('developer.menu.searchCanvas')} />
      <CameraChooser
        cameraId={camera}
        onChoose={(next) => void navigate({ to: '/developer/search-canvas', search: { camera: next }, replace: true })}
      >
        {(chosen) => <CanvasOf key={chosen.id} camera={chosen} />}
      </CameraChooser>
    </>
  );
}
