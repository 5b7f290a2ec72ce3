import { useInViewport } from '@mantine/hooks';
import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Coverage } from '@sightline/contracts/recordings/recording';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { useQuery } from '@tanstack/react-query';
import { serverNowUtcMs } from '../../../../platform/clock/server-clock.ts';
import { call } from '../../../../platform/api/client.ts';
import { ribbonCells } from '../../../../ui/ribbon/ribbon-cells.ts';
import { useRibbonWords } from './use-ribbon-words.ts';
import { RibbonSlider } from './ribbon-slider.tsx';
import classes from './ribbons.module.css';

const dayMs = 86_400_000;
const cellCount = 144;
const freshMs = 5 * 60_000;

const cellsOf = ({ fromUtcMs, toUtcMs, recorded, gaps, motion }: Coverage) =>
  ribbonCells(
    { fromUtcMs, toUtcMs, full: recorded, gaps, levels: motion.levels, bucketMs: motion.bucketMs },
    cellCount,
  );

interface CameraRibbonProps {
  camera: Camera;
  /** The moment that is pointed at; null: none. */
  onPoint: (utcMs: number | null) => void;
}

/** The last 24 hours of a camera at the foot of its picture, asked of the core once the picture is in view; a moment of it plays on a click. */
export function CameraRibbon({ camera, onPoint }: CameraRibbonProps) {
  const { ref, inViewport } = useInViewport();
  const words = useRibbonWords(camera);
  const { data } = useQuery({
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
  return (
    <span ref={ref} className={classes.ribbon}>
      {data !== undefined && (
        <RibbonSlider
          camera={camera}
          range={data}
          cells={cellsOf(data)}
          gaps={data.gaps}
          words={(utcMs) => words(data, utcMs)}
          onPoint={onPoint}
        />
      )}
    </span>
  );
}
