import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { MotionGrid } from './motion-grid.tsx';

const hourMs = 3_600_000;
const hours = ['1', '6', '24'] as const;

/** Where in a camera's picture something moved over the last hours. */
export function MotionVectorsPage() {
  const { t } = useTranslation();
  const { camera } = useSearch({ from: '/shell/developer-area/developer/motion-vectors' });
  const navigate = useNavigate();
  const [length, setLength] = useState<(typeof hours)[number]>('1');
  const [nowUtcMs] = useState(serverNowUtcMs);
  const cameras = useQuery(callQuery(camerasCalls.list, { query: { limit: 200 } })).data?.items;
  const chosen = cameras?.find(({ id }) => id === camera) ?? cameras?.[0];
  return (
    <>
      <PageHeader title={t('developer.menu.motionVectors')} />
      {cameras === undefined && <LoadingRows />}
      {cameras?.length === 0 && <EmptyState title={t('developer.noCameras')} text={t('developer.noCamerasText')} />}
      {chosen !== undefined && (
        <>
          <Toolbar>
            <ChoiceFilter
              label={t('developer.motion.camera')}
              value={chosen.id}
              options={(cameras ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(next) => void navigate({ to: '/developer/motion-vectors', search: { camera: next }, replace: true })}
            />
            <ChoiceFilter
              label={t('developer.motion.range')}
              value={length}
              options={hours.map((value) => ({ value, label: t('developer.motion.hours', { count: Number(value) }) }))}
              onChange={(next) => setLength(next ?? '1')}
            />
          </Toolbar>
          <MotionGrid key={chosen.id} wish={{ cameraId: chosen.id, fromUtcMs: nowUtcMs - Number(length) * hourMs, toUtcMs: nowUtcMs }} />
        </>
      )}
    </>
  );
}
