import { useInViewport } from '@mantine/hooks';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { call } from '../../../platform/api/client.ts';
import { Ribbon } from '../../../ui/ribbon/ribbon.tsx';
import { ribbonCells } from '../../../ui/ribbon/ribbon-cells.ts';
import classes from './devices.module.css';

const dayMs = 86_400_000;
const cellCount = 144;
const freshMs = 5 * 60_000;

/** The last 24 hours of a camera under its picture, asked of the core once the picture is in view. */
export function CameraRibbon({ camera }: { camera: Camera }) {
  const { t } = useTranslation();
  const { ref, inViewport } = useInViewport();
  const coverage = useQuery({
    queryKey: ['devices', 'ribbon', camera.id],
    enabled: inViewport && camera.can.playback,
    staleTime: freshMs,
    refetchInterval: freshMs,
    // A core that is away is said beside its name already.
    retry: false,
    queryFn: ({ signal }) => {
      const toUtcMs = serverNowUtcMs();
      return call(
        recordingsCalls.coverage,
        { params: { id: camera.id }, query: { fromUtcMs: toUtcMs - dayMs, toUtcMs, buckets: cellCount } },
        { signal },
      );
    },
  });
  const { data } = coverage;
  return (
    <span ref={ref} className={classes.ribbon}>
      {data !== undefined && (
        <Ribbon
          label={t('cameras.home.ribbon', { count: data.gaps.length })}
          cells={ribbonCells(
            {
              fromUtcMs: data.fromUtcMs,
              toUtcMs: data.toUtcMs,
              full: data.recorded,
              gaps: data.gaps,
              levels: data.motion.levels,
              bucketMs: data.motion.bucketMs,
            },
            cellCount,
          )}
        />
      )}
    </span>
  );
}
