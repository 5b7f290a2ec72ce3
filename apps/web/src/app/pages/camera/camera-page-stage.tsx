import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Interval } from '@sightline/contracts/recordings/recording';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { firstRange, withEnd } from '../../../features/exports/export-range.ts';
import type { ExportRange } from '../../../features/exports/export-range.ts';
import type { CameraPlayer } from '../../../features/live/engine/camera-player.ts';
import { usePlayerSnapshot } from '../../../features/live/tile/use-camera-player.ts';
import { useFading } from '../../../features/live/tile/use-fading.ts';
import { useTileKeys } from '../../../features/live/tile/use-tile-keys.ts';
import { VideoTile } from '../../../features/live/tile/video-tile.tsx';
import { useFootageInside } from '../../../features/recordings/coverage/use-footage-inside.ts';
import type { TimelineView } from '../../../features/recordings/timeline/timeline-view.ts';
import { useStageEvents } from './camera-page-events.tsx';
import { CameraPageHeader } from './camera-page-header.tsx';
import { BackLink } from './camera-page-back.tsx';
import { useEscape } from './camera-page-escape.ts';
import { useNeighbours } from './camera-page-neighbours.ts';
import { useCameraScreen } from './camera-page-screen.ts';
import { usePlaybackSource } from './camera-page-source.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import classes from './camera-page.module.css';

// The picture comes first; the timeline is fetched beside it, and not once it is drawn.
const playback = import('../../../features/recordings/playback-panel.tsx');
const PlaybackPanel = lazy(async () => ({ default: (await playback).PlaybackPanel }));
// Whoever draws it meets the failure.
playback.catch(() => undefined);

const ExportPanel = lazy(async () => ({
  default: (await import('../../../features/exports/export-panel.tsx')).ExportPanel,
}));

const DispatchBanner = lazy(async () => ({
  default: (await import('../../../features/dispatch-alarms/dispatch/dispatch-banner.tsx')).DispatchBanner,
}));

interface CameraStageProps {
  camera: Camera;
  player: CameraPlayer;
}

const lastMomentsMs = 15_000;

/** Picture, controls and timeline of one camera, and the panel of exports beside them. */
export function CameraStage({ camera, player }: CameraStageProps) {
  const [range, setRange] = useState<ExportRange | null>(null);
  const source = usePlaybackSource(player);
  const shown = useRef<{ view: TimelineView; recorded: readonly Interval[] } | null>(null);
  const viewOf = useCallback(() => shown.current?.view ?? null, []);
  const events = useStageEvents({ camera, player, source, viewOf });
  const { stream, masked, showsOriginals } = usePlayerSnapshot(player);
  const hasSubStream = camera.streams.some(({ kind }) => kind === 'sub');
  const isOnline = camera.status.state === 'online';
  const inside = useFootageInside({ cameraId: camera.id, range });
  const canExport = camera.can.export && camera.can.playback;
  const isSubWorthIt = camera.streams.some(({ kind, format }) => kind === 'sub' && format?.videoCodec !== 'h265');
  const hasAac = camera.streams.some(({ format }) => format?.audioCodec === 'aac');
  useEffect(() => player.setHasSubStream(isSubWorthIt), [player, isSubWorthIt]);
  useEffect(() => player.setHasAac(hasAac), [player, hasAac]);
  useEffect(() => {
    if (isOnline) player.nudge();
  }, [player, isOnline]);
  const screen = useCameraScreen();
  const column = useRef<HTMLDivElement>(null);
  const { isFaded, tap } = useFading(column);
  const onNeighbour = useNeighbours(camera, screen !== 'desk');
  const { onView: onEventsView } = events;
  const onView = useCallback(
    (view: TimelineView, recorded: readonly Interval[]): void => {
      shown.current = { view, recorded };
      onEventsView(view);
    },
    [onEventsView],
  );
  const mark = (end: 'from' | 'to') => (): void => {
    if (canExport) setRange(withEnd(range, end, player.positionMs));
  };
  useTileKeys({ i: mark('from'), o: mark('to') });
  const openExport = (): void => {
    const [atMs, nowMs] = [player.positionMs, source.nowMs()];
    const { view, recorded } = shown.current ?? { view: { fromMs: atMs, toMs: atMs }, recorded: [] };
    setRange(range === null ? firstRange({ atMs, nowMs, view, recorded }) : null);
  };
  useEscape(range !== null, () => setRange(null));
  const playLast = (): void => player.seek((camera.status.sinceUtcMs ?? player.clock.now()) - lastMomentsMs);
  // Whoever talks must not hear themselves out of the site: it would go round and round.
  const hush = useCallback(
    (isTalking: boolean): void => {
      for (const video of [player.liveVideo, player.footageVideo]) video.volume = isTalking ? 0 : 1;
    },
    [player],
  );
  const { newDevicePageView } = useSession().user.settings;
  return (
    <div className={classes.page} data-layout={newDevicePageView ? 'side' : 'column'} data-screen={screen}>
      <CameraPageHeader camera={camera} isExporting={range !== null} onExport={openExport} onTalking={hush} />
      <Suspense>
        <DispatchBanner locationId={camera.locationId} />
      </Suspense>
      <div className={classes.body}>
        <div ref={column} className={classes.column} data-faded={screen === 'filled' && isFaded}>
          <div className={classes.stage}>
            <VideoTile
              player={player}
              camera={camera}
              posterUrl={camera.posterUrl}
              onPlayLast={camera.can.playback ? playLast : undefined}
              overlay={events.overlay}
              hasBar={screen === 'bar'}
              isFilled={screen === 'filled'}
              isFaded={isFaded}
              onClip={canExport ? openExport : undefined}
              gestures={{
                onSkip: (byMs) => {
                  if (camera.can.playback && !(source.state.isLive && byMs > 0))
                    source.seek(Math.min(source.nowMs(), source.positionMs() + byMs));
                },
                onNeighbour,
                onTap: tap,
              }}
            >
              {screen === 'filled' && <BackLink camera={camera} />}
            </VideoTile>
          </div>
          {camera.can.playback && (
            <div className={classes.time}>
              <Suspense fallback={<div className={classes.panelSkeleton} />}>
                <PlaybackPanel
                  cameraId={camera.id}
                  edgeId={camera.edgeId}
                  stream={stream}
                  timeZone={camera.timeZone}
                  retentionDays={camera.retentionDays}
                  source={source}
                  selection={range}
                  onSelection={setRange}
                  lane={events.lane}
                  laneLegend={events.legend}
                  onView={onView}
                />
              </Suspense>
            </div>
          )}
        </div>
        {range === null && camera.can.playback && events.panel}
        {range !== null && (
          <Suspense fallback={<div className={classes.asideSkeleton} />}>
            <ExportPanel
              cameraId={camera.id}
              timeZone={camera.timeZone}
              hasSubStream={hasSubStream}
              range={range}
              {...inside}
              privacy={showsOriginals ? 'originals' : masked === 'none' ? 'none' : 'masked'}
              positionMs={source.positionMs}
              nowMs={source.nowMs}
              onRange={setRange}
              onClose={() => setRange(null)}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
