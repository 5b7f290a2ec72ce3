import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { AnalyticsSwitch } from '@sightline/contracts/organizations/analytics-switches';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { addOperation } from '../edges/edges.public.ts';
import { analyticsSwitchesOf } from '../organizations/organizations.public.ts';
import { openCredentials } from './camera-credentials.ts';
import { allowedRecognition } from './camera-settings.ts';
import { markCameraApplied, updateCamera, updateStreamState } from './camera-writes.repository.ts';
import { onvifOf } from './cameras.presenter.ts';
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
  const settings = cameraSettings.parse(row.settings);
  const allowed = await analyticsSwitchesOf(trx, camera.organizationId);
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
    // A site where faces are not wanted wins over the switch of the camera, and so does what the organization forbids.
    analysis: {
      ...analysis,
      comparesFaces: analysis.comparesFaces && row.faceRecognition,
      readsPlates: analysis.readsPlates && allowed.licensePlates,
    },
    settings: { ...settings, recognition: allowedRecognition(settings.recognition, allowed) },
    onvif: onvifOf(row),
    locationId: null,
    organizationId: null,
  };
}

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

/** The core has a revision of a camera; the screens learn that it is in sync. */
export async function confirmCamera(work: ChangeWork, camera: CameraAt, revision: number): Promise<void> {
  await markCameraApplied(work.trx, camera, revision);
  const row = await repository.findCamera(work.trx, camera.organizationId, camera.cameraId);
  if (row)
    await work.announce({
      kind: 'cameras.changed',
      cameraId: row.id,
      locationId: row.locationId,
      revision: row.revision,
    });
}

/** Cameras get a new revision, because their core must know something that is kept beside them. Answers the cores to tell. */
async function touchCameras(work: ChangeWork, organizationId: string, cameraIds: readonly string[]): Promise<string[]> {
  const edgeIds = new Set<string>();
  for (const cameraId of cameraIds) {
    const row = await repository.findCamera(work.trx, organizationId, cameraId);
    if (!row) continue;
    const { edgeId, locationId } = row;
    const revision = await updateCamera(work.trx, { organizationId, cameraId }, {});
    await addOperation(work.trx, { organizationId, edgeId }, { entity: 'camera', entityId: cameraId, revision });
    await work.announce({ kind: 'cameras.changed', cameraId, locationId, revision });
    edgeIds.add(edgeId);
  }
  return [...edgeIds];
}

/** The core must know the new zone of a location, or whether faces are wanted there. Answers the cores to tell. */
export const touchCamerasOfLocation = async (
  work: ChangeWork,
  place: { organizationId: string; locationId: string },
): Promise<string[]> =>
  touchCameras(
    work,
    place.organizationId,
    await repository.cameraIdsOf(work.trx, place.organizationId, { locationId: place.locationId }),
  );

/** The organization allows other recognition than before: cameras that want any of it are told. Answers the cores to tell. */
export const touchCamerasWanting = async (
  work: ChangeWork,
  organizationId: string,
  changed: readonly AnalyticsSwitch[],
): Promise<string[]> =>
  touchCameras(work, organizationId, await repository.camerasWanting(work.trx, organizationId, changed));
