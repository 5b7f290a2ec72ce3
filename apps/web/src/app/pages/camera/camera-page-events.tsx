import type { Camera } from '@sightline/contracts/cameras/camera';
import type { ComponentProps, ReactNode } from 'react';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleBoxes, useBoxChoice } from '../../../features/events/overlay/box-choice.ts';
import { LaneLegend } from '../../../features/events/timeline/lane/lane-legend.tsx';
import type { EventLane } from '../../../features/events/timeline/lane/event-lane.tsx';
import { useCameraEvents } from '../../../features/events/timeline/use-camera-events.ts';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { useTileKeys } from '../../../features/live/tile/use-tile-keys.ts';
import type { VideoTile } from '../../../features/live/tile/video-tile.tsx';
import type { PlaybackSource } from '../../../features/recordings/playback-source.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import { useOverlaySource } from './camera-page-overlay.ts';
import classes from './camera-page.module.css';

const BoxOverlay = lazy(async () => ({
  default: (await import('../../../features/events/overlay/box-overlay.tsx')).BoxOverlay,
}));
const CameraAnalysisNotice = lazy(async () => ({
  default: (await import('../../../features/analysis/camera-analysis-notice.tsx')).CameraAnalysisNotice,
}));
const EventsPanel = lazy(async () => ({
  default: (await import('../../../features/events/timeline/events-panel.tsx')).EventsPanel,
}));

interface StageDeps {
  camera: Camera;
  player: CameraPlayer;
  source: PlaybackSource;
  /** What the timeline shows; null until it does. */
  viewOf: () => { fromMs: number; toMs: number } | null;
}

interface StageEvents {
  overlay: ComponentProps<typeof VideoTile>['overlay'];
  lane: EventLane;
  legend: ReactNode;
  panel: ReactNode;
  onView: (view: { fromMs: number; toMs: number }) => void;
}

const allKinds = ['person', 'vehicle', 'animal'] as const;

/** Goes to the event before or after the instant on screen, among the chosen classes. */
function useEventSteps(
  { camera, source }: Pick<StageDeps, 'camera' | 'source'>,
  chosen: ReturnType<typeof useCameraEvents>['classes'],
) {
  const { t } = useTranslation();
  const step = (way: 'previousEvent' | 'nextEvent', onNone: () => void) => (): void => {
    const from = { cameraId: camera.id, atMs: source.positionMs(), nowMs: source.nowMs(), classes: chosen };
    import('../../../features/events/timeline/neighbour-event.ts')
      .then((ways) => ways[way](from))
      .then((playFromMs) => (playFromMs === null ? onNone() : source.seek(playFromMs)))
      .catch((thrown: unknown) => toastFailure(t('events.timeline.failed'), thrown));
  };
  return {
    previous: step('previousEvent', () => undefined),
    next: source.state.isLive ? () => undefined : step('nextEvent', () => source.goLive()),
  };
}

/** Events of the camera around its picture: boxes, marks on the timeline, and the list. */
export function useStageEvents({ camera, player, source, viewOf }: StageDeps): StageEvents {
  const { nowMs, seek } = source;
  const {
    lane,
    classes: chosen,
    toggleClass,
    onView,
    isComplete,
  } = useCameraEvents({ cameraId: camera.id, timeZone: camera.timeZone, nowMs });
  const overlaySource = useOverlaySource(player);
  const isShown = useBoxChoice();
  const { previous, next } = useEventSteps({ camera, source }, chosen);
  useTileKeys({ '[': previous, ']': next });
  const play = useCallback((utcMs: number) => seek(Math.min(nowMs(), utcMs)), [seek, nowMs]);
  const kinds = useMemo(
    () => allKinds.filter((kind) => camera.analysis.objectsToScan.includes(kind)),
    [camera.analysis.objectsToScan],
  );
  const panel = (
    <Suspense fallback={<div className={classes.asideSkeleton} />}>
      <EventsPanel
        cameraId={camera.id}
        timeZone={camera.timeZone}
        chosen={chosen}
        onToggle={toggleClass}
        positionMs={source.positionMs}
        viewOf={viewOf}
        nowMs={nowMs}
        isLive={source.state.isLive}
        onPlay={play}
        onPrevious={previous}
        onNext={next}
        notice={
          <Suspense>
            <CameraAnalysisNotice cameraId={camera.id} edgeId={camera.edgeId} isOn={camera.analysis.isOn} />
          </Suspense>
        }
        isCrowded={!isComplete}
      />
    </Suspense>
  );
  return {
    lane,
    onView,
    panel,
    legend: <LaneLegend kinds={kinds} />,
    overlay: {
      isShown,
      toggle: toggleBoxes,
      render: (zoom) => (
        <Suspense>
          <BoxOverlay
            cameraId={camera.id}
            source={overlaySource}
            zoom={zoom}
            nowMs={nowMs}
            hasPlayback={camera.can.playback}
          />
        </Suspense>
      ),
    },
  };
}
