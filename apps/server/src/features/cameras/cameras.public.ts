import { cameraSettings, type CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { cameraPagePlace, type CameraPagePlace } from '@sightline/domain/cameras/camera-page-place';
import { streamAddressKey } from '@sightline/domain/cameras/stream-address';
import { isHiddenDevice } from './camera-privacy.ts';
import { onvifOf } from './cameras.presenter.ts';
import { placesOf, type ReachedAt } from './device/camera-hosts.repository.ts';
import { requireCamera, visibleCameras } from './cameras.policy.ts';
import { findCamera, pathsOfCameras } from './cameras.repository.ts';

export { cameraCameOrWent } from './camera-moments.ts';
export { camerasForgotten } from './sync/camera.synced.ts';
export { adoptedTopic } from './sync/camera-adoption.ts';

/** Making and changing cameras, and looking at streams through their core, for features that bring many. */
export { createCameraProbeService, type CameraProbeService } from './device/camera-probe.service.ts';
export { createCamerasService, type CamerasService } from './cameras.service.ts';

/** Whether what stood in an address can be an account, and the machine of an address or host in one spelling. */
export { isAccount, machineOf } from './device/camera-addresses.ts';

/** What is known of the device of a camera. */
export type { DeviceIdentity } from './device/camera-hosts.repository.ts';

/** How many cameras are in which state, by location. */
export { countStates } from './camera-counts.repository.ts';

/** Cameras whose pictures no core hides although they should, for whoever hands out media. */
export { camerasShownRaw } from './camera-privacy.repository.ts';
export { hiddenFrom, requireHidden } from './camera-privacy.ts';

/** Whether a device hides something from somebody, under whatever name it is reached. */
export { requireOtherDevice } from './device/device-identity.ts';

export { findReportingCamera, type ReportingCamera } from './reporting-camera.repository.ts';

/** A camera as other features see it. */
export interface CameraPlace {
  id: string;
  name: string;
  edgeId: string;
  locationId: string;
  entityPath: string[];
  timeZone: string;
}

/** The camera when the actor may do this with it. Throws `not_found` when it is not visible, `forbidden` when only the right is missing. */
export const cameraFor = async (
  trx: Work,
  actor: MemberActor,
  want: { cameraId: string; permission: Permission },
): Promise<CameraPlace> =>
  requireCamera(actor, await findCamera(trx, actor.organizationId, want.cameraId), want.permission);

/** How the pictures of a camera may travel, for somebody who may see it. */
export const deliveryFor = async (
  trx: Work,
  actor: MemberActor,
  cameraId: string,
): Promise<CameraSettings['delivery']> => {
  const { settings } = requireCamera(actor, await findCamera(trx, actor.organizationId, cameraId), 'CameraView');
  return cameraSettings.parse(settings).delivery;
};

/**
 * A camera with its own page, for somebody who may do this with it; `place` is null while that page is switched off. `isHidden`: a
 * camera of this device hides something from the actor, which the page would show.
 */
export async function cameraPageFor(
  trx: Work,
  actor: MemberActor,
  want: { cameraId: string; permission: Permission },
): Promise<{ edgeId: string; place: CameraPagePlace | null; isHidden: boolean }> {
  const row = requireCamera(actor, await findCamera(trx, actor.organizationId, want.cameraId), want.permission);
  const place = cameraPagePlace({
    streams: row.streams,
    onvif: onvifOf(row),
    settings: cameraSettings.parse(row.settings),
  });
  const isHidden =
    place !== null && (await isHiddenDevice(trx, actor, { edgeId: row.edgeId, addresses: [place.host] }));
  return { edgeId: row.edgeId, place, isHidden };
}

/** Paths (locations from the root down, core, camera) of the cameras that still exist, by camera id. */
export const cameraPaths = (
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Map<string, string[]>> => pathsOfCameras(trx, organizationId, cameraIds);

/** Where the cameras of a core are reached which the actor may see. */
export const placesOfCameras = (trx: Work, actor: MemberActor, edgeId: string): Promise<ReachedAt[]> =>
  placesOf(trx, { organizationId: actor.organizationId, scope: visibleCameras(actor) }, edgeId);

/** Addresses of the streams of a core's cameras which the actor may see, each in the one spelling of `streamAddressKey`. */
export const takenAddresses = async (
  { database }: { database: Database },
  actor: MemberActor,
  edgeId: string,
): Promise<ReadonlySet<string>> => {
  const places = await database.withOrganization(actor.organizationId, (trx) => placesOfCameras(trx, actor, edgeId));
  return new Set(places.flatMap(({ urls }) => urls.map(streamAddressKey)));
};
