import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CameraChooser } from './cameras/camera-chooser.tsx';
import { MotionGrid } from './motion/motion-grid.tsx';

const hourMs = 3_600_000;
const hours = ['1', '6', '24'] as const;

/** Where in a camera's picture something moved over the last hours. */
export function MotionVectorsPage() {
  const { t } = useTranslation();
  const { camera } = useSearch({ from: '/shell/developer-area/developer/motion-vectors' });
  const navigate = useNavigate();
  const [length, setLength] = useState<(typeof hours)[number]>('1');
  const [nowUtcMs] = useState(serverNowUtcMs);
  const range = { fromUtcMs: nowUtcMs - Number(length) * hourMs, toUtcMs: nowUtcMs };
  return (
    <>
      <PageHeader title={t('developer.menu.motionVectors')} />
      <CameraChooser
        cameraId={camera}
        onChoose={(next) => void navigate({ to: '/developer/motion-vectors', search: { camera: next }, replace: true })}
        more={
          <ChoiceFilter
            label={t('developer.motion.range')}
            value={length}
            options={hours.map((value) => ({ value, label: t('developer.motion.hours', { count: Number(value) }) }))}
            onChange={(next) => setLength(next ?? '1')}
          />
        }
      >
        {(chosen) => <MotionGrid key={chosen.id} camera={chosen} range={range} />}
      </CameraChooser>
    </>
  );
}
