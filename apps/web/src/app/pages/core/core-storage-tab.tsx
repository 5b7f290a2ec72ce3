import type { Edge } from '@sightline/contracts/edges/edge';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { LeastDaysForm } from '../../../features/edges/least-days-form.tsx';
import { EdgeDisks } from '../../../features/edges/system/edge-disks.tsx';
import { CoreStorage } from '../../../features/recordings/storage/core-storage.tsx';
import { useNow } from '../../../features/recordings/use-now.ts';
import { callKey } from '../../../platform/api/client.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';

const minuteMs = 60_000;

/** Disks of a core, what its cameras need of them, and when their owner hears that one is full. */
export function CoreStorageTab({ core, timeZone }: { core: Edge; timeZone: string }) {
  const { id: edgeId, isSync, revision, can } = core;
  const client = useQueryClient();
  const cameras = useQuery(camerasOfEdge(edgeId));
  const nowMs = useNow(serverNowUtcMs, minuteMs);
  // The core says by which setting it goes: it is asked again once it has another.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: callKey(recordingsCalls.storageOfEdge, { params: { id: edgeId } }) });
  }, [client, edgeId, isSync, revision]);
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
      {can.edit && <LeastDaysForm key={edgeId} edge={core} />}
    </>
  );
}
