import { cameraInput } from '@sightline/contracts/cameras/camera';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { CamerasService } from '../cameras/cameras.public.ts';
import { findEdgePlace, requireEdge } from '../edges/edges.public.ts';
import type { SyncQueueParts } from './sync-operations.service.ts';

/** Bus topic: `{ organizationId, edgeId, cameraId }` of a camera that was taken over from its core. */
export const adoptedTopic = 'cameras.adopted';

/** Taking cameras over that only their core knows. */
export interface SyncAdoptionService {
  adopt(actor: MemberActor, edgeId: string, cameraId: string): Promise<{ cameraId: string }>;
}

/**
 * After a restore from an older copy a core records cameras that this server does not know. It says what it was told of one, and the camera
 * comes back under its own ids: footage on the core, and what the core said meanwhile, belong to it as before.
 */
export function createSyncAdoptionService(
  parts: SyncQueueParts & { cameras: Pick<CamerasService, 'adopt'> },
): SyncAdoptionService {
  return {
    adopt: async (actor, edgeId, cameraId) => {
      const { organizationId } = actor;
      const edge = await parts.database.withOrganization(organizationId, async (trx) =>
        requireEdge(actor, await findEdgePlace(trx, organizationId, edgeId), 'CoreView'),
      );
      const { config, revision } = await parts.edges.request({
        organizationId,
        edgeId,
        command: 'sync.camera',
        body: { cameraId },
      });
      if (config.id !== cameraId) throw new AppError('link_message_invalid');
      const input = cameraInput.safeParse({ ...wishesOf(config), edgeId, locationId: edge.locationId });
      if (!input.success) throw new AppError('link_message_invalid');
      await parts.cameras.adopt(actor, input.data, { id: cameraId, revision: revision + 1, streams: config.streams });
      parts.bus.publish(adoptedTopic, { organizationId, edgeId, cameraId });
      return { cameraId };
    },
  };
}

const wishesOf = (config: CameraConfig) => {
  const { name, credentials, recordingMode, retentionDays, retentionBytes, analysis, settings, onvif } = config;
  const streams = config.streams.map(({ kind, url, transport, driver }) => ({ kind, url, transport, driver }));
  return { name, streams, credentials, recordingMode, retentionDays, retentionBytes, analysis, settings, onvif };
};
