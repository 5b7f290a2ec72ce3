import type { Camera } from '@sightline/contracts/cameras/camera';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { cameraNamed } from '../place-queries.ts';
import { readFilters } from '../search/filters/event-filters.ts';
import type { SearchControl } from '../search/search-control.ts';
import { closedRange } from '../search/search-range.ts';
import { allCells, cellsOf, countOf, hexOf } from './cells.ts';
import { levelOf } from './motion-queries.ts';
import { MotionRuns } from './motion-runs.tsx';
import { RegionPicker } from './region-picker.tsx';
import classes from './motion.module.css';

interface MotionSearchProps {
  control: SearchControl;
  /** Picture of a camera at an instant, when its core can be reached. */
  renderMoment: (cameraId: string, atUtcMs: number) => ReactNode;
}

/** Motion in a drawn region of one camera, answered by its core from what it noted every second. */
export function MotionSearch({ control, renderMoment }: MotionSearchProps) {
  const { t } = useTranslation();
  const cameraId = readFilters(control.address).cameraIds[0];
  const camera = useQuery({ ...cameraNamed(cameraId ?? ''), enabled: cameraId !== undefined });
  if (cameraId === undefined)
    return <EmptyState title={t('events.search.motion.chooseTitle')} text={t('events.search.motion.chooseText')} />;
  const isGone = camera.error !== null && ['not_found', 'forbidden'].includes(toApiError(camera.error).code);
  if (isGone)
    return <EmptyState title={t('events.search.motion.goneTitle')} text={t('events.search.motion.goneText')} />;
  if (camera.error !== null && !camera.data)
    return (
      <ErrorState
        title={t('events.search.motion.unread')}
        failure={camera.error}
        onRetry={() => void camera.refetch()}
      />
    );
  if (!camera.data) return <div className={classes.picker} />;
  if (!camera.data.can.playback)
    return (
      <EmptyState title={t('events.search.motion.noPlaybackTitle')} text={t('events.search.motion.noPlaybackText')} />
    );
  return <MotionOfCamera key={cameraId} camera={camera.data} control={control} renderMoment={renderMoment} />;
}

function MotionOfCamera({
  camera,
  control: { address, change },
  renderMoment,
}: MotionSearchProps & { camera: Camera }) {
  const { range, fromUtcMs, toUtcMs } = readFilters(address);
  const [askedAtMs, setAskedAt] = useState(serverNowUtcMs);
  const whole = useMemo(
    () => closedRange({ range, fromUtcMs, toUtcMs }, askedAtMs, camera.timeZone),
    [range, fromUtcMs, toUtcMs, askedAtMs, camera.timeZone],
  );
  const cells = cellsOf(address.cells);
  const asked = countOf(cells) === 0 ? allCells : cells;
  const request = { cameraId: camera.id, ...whole, cells: hexOf(asked), minLevel: levelOf(address.level) };
  return (
    <div className={classes.columns}>
      <RegionPicker
        camera={camera}
        cells={cells}
        onChange={(chosen) => change({ cells: countOf(chosen) === 0 ? undefined : hexOf(chosen) }, { replace: true })}
      />
      <MotionRuns
        camera={camera}
        request={request}
        onAgain={() => setAskedAt(serverNowUtcMs())}
        renderMoment={renderMoment}
      />
    </div>
  );
}
