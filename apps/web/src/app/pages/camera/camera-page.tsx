import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toApiError } from '../../../platform/api/api-error.ts';
import { cameraById } from '../../../features/cameras/camera-queries.ts';
import { useMay } from '../../../platform/session/may.ts';
import { warmUpPeer } from '../../../features/live/engine/links/warm-peer.ts';
import { useCameraPlayer } from '../../../features/live/tile/use-camera-player.ts';
import { VideoTile } from '../../../features/live/tile/video-tile.tsx';
import { useAddressTime } from './camera-page-address.ts';
import { cachedCamera } from './camera-page-cached.ts';
import { CameraStage } from './camera-page-stage.tsx';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';
import { NoAccessPage } from '../../../ui/pages/no-access-page.tsx';
import classes from './camera-page.module.css';

// The router loads this file when a pointer comes near a link: by the click the offer is ready.
warmUpPeer();

/** Whether this thing was on the screen once, also after it was taken from it. */
const useWasShown = (id: string, isShown: boolean): boolean => {
  const [shownId, setShownId] = useState<string | null>(null);
  useEffect(() => {
    if (isShown) setShownId(id);
  }, [id, isShown]);
  return shownId === id;
};

/** One camera: live at once, its footage below. The player starts before the camera itself was read. */
export function CameraPage() {
  const { cameraId } = useParams({ from: '/shell/organization/camera/$cameraId' });
  const { at } = useSearch({ from: '/shell/organization/camera/$cameraId' });
  const player = useCameraPlayer(cameraId);
  const camera = useQuery({ ...cameraById(cameraId), placeholderData: () => cachedCamera(cameraId) });
  useAddressTime(player, at);
  // A camera that was deleted, or taken from this person, while it was watched leaves the screen with its data; other failures do not.
  const mayView = useMay('CameraView', cameraId);
  const wasShown = useWasShown(cameraId, camera.data !== undefined);
  if (camera.error !== null && camera.data === undefined) {
    // Whoever watched it knows of it: then the screen says why it ended.
    if (wasShown && !mayView && toApiError(camera.error).code === 'not_found')
      return <NoAccessPage permission="CameraView" />;
    return <EntityFailure failure={camera.error} onRetry={() => void camera.refetch()} />;
  }
  if (player && camera.data) return <CameraStage camera={camera.data} player={player} />;
  return (
    <div className={classes.page}>
      <div className={classes.headerSkeleton} />
      <div className={classes.stage}>{player && <VideoTile player={player} camera={undefined} posterUrl={null} />}</div>
      <div className={classes.panelSkeleton} />
    </div>
  );
}
