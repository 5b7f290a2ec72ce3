import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { withinLocation, withinSwitches } from '@sightline/domain/cameras/allowed-recognition';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import { hookPoint } from '../../../platform/features/hooks.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import type { EdgeKey, DesiredEntity, SyncedCore, SyncedEntity } from '../../../platform/sync/synced-entity.ts';
import { analyticsSwitchesOf } from '../../organizations/organizations.public.ts';
import { createCameraAdoption } from './camera-adoption.ts';
import { openCredentials } from '../device/camera-credentials.ts';
import { keepCamera, raiseRevision } from './camera-restore.repository.ts';
import { createCameraTakeBack } from './camera-take-back.ts';
import { forgetReports, markCameraApplied } from '../camera-writes.repository.ts';
import { onvifOf } from '../cameras.presenter.ts';
import * as repository from '../cameras.repository.ts';
import type { CamerasDeps } from '../cameras.service.ts';

/** The status of cameras follows from something else now than what their core said of them. */
export const camerasForgotten =
  hookPoint<[work: ChangeWork, from: { organizationId: string; receivedAt: Date }, cameraIds: Iterable<string>]>(
    'cameras.forgotten',
  );

/** Cameras as their cores are told of them. */
export function createCameraSynced(deps: CamerasDeps): SyncedEntity {
  return {
    kind: 'camera',
    schema: syncedKinds.camera,
    merges: ['organizationSwitches', 'locationPrivacy'],
    sight: 'CameraView',
    wanted: (trx, { organizationId, edgeId }) => repository.camerasOfCore(trx, organizationId, edgeId),
    desired: (trx, core, cameraId) => desiredCamera(trx, deps.box, { core, cameraId }),
    confirm,
    raiseRevision: (trx, { organizationId, edgeId }, { entityId: cameraId, past }) =>
      raiseRevision(trx, { organizationId, edgeId, cameraId }, past),
    secretVersions: ({ credentials: _secret, ...plain }) => plain,
    named: async (trx, organizationId, ids) =>
      new Map((await repository.cameraNames(trx, organizationId, ids)).map(({ id, ...named }) => [id, named])),
    known: (trx, organizationId, ids) => repository.knownCameras(trx, organizationId, ids),
    keep: (trx, { organizationId, edgeId }, { entityId: cameraId, sequence }) =>
      keepCamera(trx, { organizationId, edgeId, cameraId }, sequence),
    missed: async (work, { organizationId }, { entityIds, at }) => {
      await forgetReports(work.trx, organizationId, entityIds);
      await deps.hooks.of(camerasForgotten)(work, { organizationId, receivedAt: at }, entityIds);
    },
    takeBack: createCameraTakeBack(deps),
    adoption: createCameraAdoption(deps),
  };
}

/**
 * The whole desired state of a camera with its secrets, or null when it is gone or not of this core. What its location and its
 * organization say of recognition is part of it for cores that do not hear of those themselves.
 */
async function desiredCamera(
  trx: Work,
  box: SealedBox,
  { core, cameraId }: { core: SyncedCore; cameraId: string },
): Promise<DesiredEntity | null> {
  const { organizationId, edgeId, kinds } = core;
  const row = await repository.findCamera(trx, organizationId, cameraId);
  if (row?.edgeId !== edgeId) return null;
  const plain: CameraConfig = {
    id: row.id,
    name: row.name,
    streams: row.streams.map(({ id, kind, url, transport, driver }) => ({ id, kind, url, transport, driver })),
    credentials: await openCredentials(trx, { organizationId, secretId: row.secretId, box }),
    credentialsVersion: row.credentialsVersion,
    recordingMode: row.recordingMode,
    retentionDays: row.retentionDays,
    retentionBytes: row.retentionBytes,
    timeZone: row.timeZone,
    analysis: analysisSettings.parse(row.analysis),
    settings: cameraSettings.parse(row.settings),
    onvif: onvifOf(row),
    locationId: kinds.has('locationPrivacy') ? row.locationId : null,
    organizationId: kinds.has('organizationSwitches') ? organizationId : null,
  };
  const placed = plain.locationId === null ? withinLocation(plain, row.faceRecognition) : plain;
  const content =
    plain.organizationId === null ? withinSwitches(placed, await analyticsSwitchesOf(trx, organizationId)) : placed;
  return { revision: row.revision, content };
}

/** The screens learn that a camera is in sync. */
async function confirm(
  work: ChangeWork,
  { organizationId, edgeId }: EdgeKey,
  { entityId: cameraId, revision }: { entityId: string; revision: number },
): Promise<void> {
  await markCameraApplied(work.trx, { organizationId, edgeId, cameraId }, revision);
  const row = await repository.findCamera(work.trx, organizationId, cameraId);
  if (row?.edgeId === edgeId)
    await work.announce({
      kind: 'cameras.changed',
      cameraId,
      locationId: row.locationId,
      revision: row.revision,
    });
}
