import { cameraInput } from '@sightline/contracts/cameras/camera';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { Adoption } from '../../../platform/sync/synced-entity.ts';
import { findPlace } from '../../locations/locations.public.ts';
import { createCamerasService, type CamerasDeps } from '../cameras.service.ts';

/** Bus topic: `{ organizationId, edgeId, cameraId }` of a camera that was taken over from its core. */
export const adoptedTopic = 'cameras.adopted';

/**
 * After a restore from an older copy a core records cameras that this server does not know. One comes back under its own ids: footage on
 * the core, and what the core said meanwhile, belong to it as before.
 */
export function createCameraAdoption(deps: CamerasDeps): Adoption {
  const cameras = createCamerasService(deps);
  return {
    permission: 'CameraCreate',
    adopt: async (actor, { edge, entityId: cameraId, revision, content }) => {
      const { organizationId } = actor;
      const config = content as CameraConfig;
      if (config.id !== cameraId) throw new AppError('link_message_invalid');
      const locationId = await deps.database.withOrganization(organizationId, (trx) =>
        placeOf(trx, actor, { edge, config }),
      );
      const input = cameraInput.safeParse({ ...requestsOf(config), edgeId: edge.id, locationId });
      if (!input.success) throw new AppError('link_message_invalid');
      await cameras.adopt(actor, input.data, { id: cameraId, revision: revision + 1, streams: config.streams });
      deps.bus.publish(adoptedTopic, { organizationId, edgeId: edge.id, cameraId });
    },
  };
}

/** Where it was, while that is still below its core; else where the core is. */
async function placeOf(
  trx: Work,
  actor: MemberActor,
  { edge, config }: { edge: { locationId: string }; config: CameraConfig },
): Promise<string> {
  const place = config.locationId === null ? undefined : await findPlace(trx, actor.organizationId, config.locationId);
  return place?.entityPath.includes(edge.locationId) === true ? place.id : edge.locationId;
}

const requestsOf = (config: CameraConfig) => {
  const { name, credentials, recordingMode, retentionDays, retentionBytes, analysis, settings, onvif } = config;
  const streams = config.streams.map(({ kind, url, transport, driver }) => ({ kind, url, transport, driver }));
  return { name, streams, credentials, recordingMode, retentionDays, retentionBytes, analysis, settings, onvif };
};
