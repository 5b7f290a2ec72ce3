import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { useQuery } from '@tanstack/react-query';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { columns } from '../../../../features/events/motion/cells.ts';
import { callQuery } from '../../../../platform/api/client.ts';
import { formatDuration, formatShare } from '../../../../platform/i18n/format-number.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';
import { CameraPicture } from '../cameras/camera-picture.tsx';
import classes from '../developer.module.css';
import { heatOf } from './motion-heat.ts';

interface MotionGridProps {
  camera: Camera;
  range: { fromUtcMs: number; toUtcMs: number };
}

/** How long something moved in each cell, over the camera's newest picture. */
export function MotionGrid({ camera, range }: MotionGridProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const heat = useQuery({
    ...callQuery(eventsCalls.motionHeat, { params: { id: camera.id }, query: range }),
    retry: false,
  });
  if (heat.isPending) return <LoadingRows />;
  if (heat.data === undefined)
    return <ErrorState title={t('developer.failed')} failure={heat.error} onRetry={() => void heat.refetch()} />;
  const { movedMs, knownMs } = heat.data;
  if (knownMs === 0) return <EmptyState title={t('developer.motion.none')} text={t('developer.motion.noneText')} />;
  const said = (cell: number): string =>
    t('developer.motion.cell', {
      column: (cell % columns) + 1,
      row: Math.floor(cell / columns) + 1,
      time: formatDuration(movedMs[cell] ?? 0),
    });
  return (
    <>
      <p className={classes.text}>
        {t('developer.motion.known', {
          time: formatDuration(knownMs),
          share: formatShare(knownMs / (range.toUtcMs - range.fromUtcMs)),
        })}
      </p>
      <CameraPicture camera={camera}>
        <div className={classes.cells} role="group" aria-label={t('developer.menu.motionVectors')}>
          {heatOf(movedMs).map(({ cell, share }) => (
            <button
              key={cell}
              type="button"
              className={classes.cell}
              style={{ '--heat': share } as CSSProperties}
              title={said(cell)}
              aria-label={said(cell)}
              aria-pressed={cell === chosen}
              onClick={() => setChosen(cell)}
            />
          ))}
        </div>
      </CameraPicture>
      <p className={classes.text} role="status">
        {chosen === null ? t('developer.motion.choose') : said(chosen)}
      </p>
    </>
  );
}
