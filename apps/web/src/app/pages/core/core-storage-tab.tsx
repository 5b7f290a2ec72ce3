import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { EdgeDisks } from '../../../features/edges/system/edge-disks.tsx';
import { CoreStorage } from '../../../features/recordings/storage/core-storage.tsx';
import { useNow } from '../../../features/recordings/use-now.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';

const minuteMs = 60_000;

/** Disks of a core, and what its cameras need of them. */
export function CoreStorageTab({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
  const cameras = useQuery(camerasOfEdge(edgeId));
  const nowMs = useNow(serverNowUtcMs, minuteMs);
  const cameraLink = (cameraId: string) => {
    const camera = cameras.data?.items.find(({ id }) => id === cameraId);
    return camera ? (
      <Link to="/camera/$cameraId" params={{ cameraId }}>
        {camera.name}
      </Link>
    ) : (
      '–'
    );
  };
  return (
    <>
      <EdgeDisks edgeId={edgeId} timeZone={timeZone} />
      <CoreStorage edgeId={edgeId} nowMs={nowMs} cameraLink={cameraLink} />
    </>
  );
}
