import type { Camera } from '@sightline/contracts/cameras/camera';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { firstRange, withEnd } from '../../features/exports/export-range.ts';
import type { ExportRange } from '../../features/exports/export-range.ts';
import type { CameraPlayer } from '../../features/live/engine/camera-player.ts';
import { usePlayerSnapshot } from '../../features/live/tile/use-camera-player.ts';
import { useTileKeys } from '../../features/live/tile/use-tile-keys.ts';
import { VideoTile } from '../../features/live/tile/video-tile.tsx';
import { useFootageInside } from '../../features/recordings/coverage/use-footage-inside.ts';
import { PlaybackPanel } from '../../features/recordings/playback-panel.tsx';
import { useStageEvents } from './camera-page-events.tsx';
import { CameraPageHeader } from './camera-page-header.tsx';
import { usePlaybackSource } from './camera-page-source.ts';
import { useSession } from '../../platform/session/session-store.ts';
import classes from './camera-page.module.css';

const ExportPanel = lazy(async () => ({
  default: (await import('../../features/exports/export-panel.tsx')).ExportPanel,
}));

const DispatchBanner = lazy(async () => ({
  default: (await import('../../features/dispatch-alarms/dispatch/dispatch-banner.tsx')).DispatchBanner,
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
  const events = useStageEvents({ camera, player, source });
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
  const mark = (end: 'from' | 'to') => (): void => {
    if (canExport) setRange(withEnd(range, end, player.positionMs));
  };
  useTileKeys({ i: mark('from'), o: mark('to') });
  const openExport = (): void => setRange(range === null ? firstRange(player.positionMs) : null);
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
    <div className={classes.page} data-layout={newDevicePageView ? 'side' : 'column'}>
      <CameraPageHeader camera={camera} isExporting={range !== null} onExport={openExport} onTalking={hush} />
      <Suspense>
        <DispatchBanner locationId={camera.locationId} />
      </Suspense>
      <div className={classes.body}>
        <div className={classes.column}>
          <div className={classes.stage}>
            <VideoTile
              player={player}
              camera={camera}
              posterUrl={camera.posterUrl}
              onPlayLast={camera.can.playback ? playLast : undefined}
              overlay={events.overlay}
            />
          </div>
          {camera.can.playback && (
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
              onView={events.onView}
            />
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
