import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { addOperation } from '../edges/edges.public.ts';
import { openCredentials } from './camera-credentials.ts';
import { markCameraApplied, updateCamera, updateStreamState } from './camera-writes.repository.ts';
import { statusOf } from './cameras.presenter.ts';
import * as repository from './cameras.repository.ts';

interface CameraAt {
  organizationId: string;
  cameraId: string;
}

/** The whole desired state of a camera with its secrets, or null when it is gone. */
export async function desiredCamera(trx: Work, box: SealedBox, camera: CameraAt): Promise<CameraConfig | null> {
  const row = await repository.findCamera(trx, camera.organizationId, camera.cameraId);
  if (!row) return null;
  const analysis = analysisSettings.parse(row.analysis);
  return {
    id: row.id,
    name: row.name,
    streams: row.streams.map(({ id, kind, url, transport, driver }) => ({ id, kind, url, transport, driver })),
    credentials: await openCredentials(trx, { organizationId: camera.organizationId, secretId: row.secretId, box }),
    credentialsVersion: row.credentialsVersion,
    recordingMode: row.recordingMode,
    retentionDays: row.retentionDays,
    retentionBytes: row.retentionBytes,
    timeZone: row.timeZone,
    // A site where faces are not wanted wins over the switch of the camera.
    analysis: { ...analysis, comparesFaces: analysis.comparesFaces && row.faceRecognition },
  };
}

const statusEvent = (row: repository.CameraRow): RealtimeEvent => ({
  kind: 'cameras.status',
  cameraId: row.id,
  locationId: row.locationId,
  status: statusOf(row),
  streams: row.streams.map((stream) => ({ id: stream.id, status: { state: stream.state, cause: stream.cause, sinceUtcMs: stream.stateSinceMs } })),
});

/** Stores what a core says of a stream; false when the stream is not one of this core (or not in use any more). */
export async function applyStreamStatus(
  work: ChangeWork,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  body: Extract<EdgeRecordBody, { kind: 'streamStatus' }>,
): Promise<boolean> {
  const { organizationId, edgeId, receivedAt } = from;
  // A core whose clock runs ahead must not make things happen in the future.
  const stateSince = new Date(Math.min(body.status.sinceUtcMs, receivedAt.getTime()));
  return updateStreamState(
    work.trx,
    { organizationId, edgeId, cameraId: body.cameraId, streamId: body.streamId },
    {
      state: body.status.state,
      cause: body.status.cause,
      stateSince,
      format: body.format === null ? null : JSON.stringify(body.format),
      isRecording: body.isRecording,
      recordingCause: body.recordingCause,
      reportedAt: receivedAt,
    },
  );
}

/** Tells the screens the status of cameras as it is now. */
export async function announceCameras(work: ChangeWork, organizationId: string, cameraIds: Iterable<string>): Promise<void> {
  for (const cameraId of cameraIds) {
    const row = await repository.findCamera(work.trx, organizationId, cameraId);
    if (row) await work.announce(statusEvent(row));
  }
}

/** Tells the screens the status of every camera of a core, after its link came or went. */
export async function announceCamerasOfEdge(work: ChangeWork, place: { organizationId: string; edgeId: string }): Promise<void> {
  await announceCameras(work, place.organizationId, await repository.cameraIdsOf(work.trx, place.organizationId, { edgeId: place.edgeId }));
}

/** The core has a revision of a camera; the screens learn that it is in sync. */
export async function confirmCamera(work: ChangeWork, camera: CameraAt, revision: number): Promise<void> {
  await markCameraApplied(work.trx, camera, revision);
  const row = await repository.findCamera(work.trx, camera.organizationId, camera.cameraId);
  if (row) await work.announce({ kind: 'cameras.changed', cameraId: row.id, locationId: row.locationId, revision: row.revision });
}

/** Cameras of a location get a new revision, because their core must know the new zone, or whether faces are wanted. Answers the cores to tell. */
export async function touchCamerasOfLocation(work: ChangeWork, place: { organizationId: string; locationId: string }): Promise<string[]> {
  const { organizationId, locationId } = place;
  const edgeIds = new Set<string>();
  for (const cameraId of await repository.cameraIdsOf(work.trx, organizationId, { locationId })) {
    const row = await repository.findCamera(work.trx, organizationId, cameraId);
    if (!row) continue;
    const revision = await updateCamera(work.trx, { organizationId, cameraId }, {});
    await addOperation(work.trx, { organizationId, edgeId: row.edgeId }, { entity: 'camera', entityId: cameraId, revision });
    await work.announce({ kind: 'cameras.changed', cameraId, locationId, revision });
    edgeIds.add(row.edgeId);
  }
  return [...edgeIds];
}
