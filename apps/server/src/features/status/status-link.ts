import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { StreamStatus } from '@sightline/contracts/cameras/camera';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { keepCameraParts } from './camera-parts.repository.ts';
import { reviewCameras, reviewEdges } from './status-review.ts';
import { addStatusJobs, holdLink } from './status.repository.ts';

/** How long a core may take to come back after this server ended its link: that was not the core's fault. */
const returnMs = 20_000;

interface EdgeAt {
  organizationId: string;
  edgeId: string;
}

/** Stores what a core says of the parts of a camera; false when the camera is not this core's (or not in use any more). */
export function applyCameraParts(
  work: ChangeWork,
  from: EdgeAt & { receivedAt: Date },
  { cameraId, analytics, smartStorage, audioEnabled }: Extract<EdgeRecordBody, { kind: 'cameraParts' }>,
): Promise<boolean> {
  // A core whose clock runs ahead must not make things happen in the future.
  const past = (told: StreamStatus): StreamStatus => ({
    ...told,
    sinceUtcMs: Math.min(told.sinceUtcMs, from.receivedAt.getTime()),
  });
  return keepCameraParts(work.trx, from, {
    cameraId,
    analytics: past(analytics),
    smartStorage: past(smartStorage),
    audioEnabled,
  });
}

/** A core has spoken of these cameras. */
export const camerasReported =
  (hooks: Hooks) =>
  (
    work: ChangeWork,
    { organizationId, receivedAt }: { organizationId: string; receivedAt: Date },
    cameraIds: Iterable<string>,
  ): Promise<void> =>
    reviewCameras(work, { organizationId, nowUtcMs: receivedAt.getTime(), isNew: true, hooks }, [...cameraIds]);

/** The link of a core came or went. `isServers`: this server ended it, or found it ended when it started. */
export const edgeLinkChanged =
  (hooks: Hooks) =>
  async (
    work: ChangeWork,
    { organizationId, edgeId }: EdgeAt,
    { at, isServers }: { at: Date; isServers: boolean },
  ): Promise<void> => {
    const nowUtcMs = at.getTime();
    const place = { organizationId, edgeId };
    await holdLink(work.trx, place, isServers ? new Date(nowUtcMs + returnMs) : null);
    if (isServers)
      await addStatusJobs(work.trx, organizationId, [
        { kind: 'edge', entityId: edgeId, dueUtcMs: nowUtcMs + returnMs },
      ]);
    else await reviewEdges(work, { organizationId, nowUtcMs, isNew: true, hooks }, [edgeId]);
  };
