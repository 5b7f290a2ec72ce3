import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { requireCamera } from './cameras.policy.ts';
import { findCamera, pathsOfCameras } from './cameras.repository.ts';

/** Rules that connect cameras with their core; wired to the link where the server is put together. */
export { announceCameras, announceCamerasOfEdge, applyStreamStatus, confirmCamera, desiredCamera, touchCamerasOfLocation } from './camera-sync.ts';

/** Taking changes of cameras back, and raising revisions, for the sync queue. */
export { raiseRevision, restoreCamera } from './camera-restore.repository.ts';

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
export const cameraFor = async (trx: Work, actor: MemberActor, want: { cameraId: string; permission: Permission }): Promise<CameraPlace> =>
  requireCamera(actor, await findCamera(trx, actor.organizationId, want.cameraId), want.permission);

/** Paths (locations from the root down, core, camera) of the cameras that still exist, by camera id. */
export const cameraPaths = (trx: Work, organizationId: string, cameraIds: readonly string[]): Promise<Map<string, string[]>> =>
  pathsOfCameras(trx, organizationId, cameraIds);
