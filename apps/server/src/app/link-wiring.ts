import { applySoftwareState } from '../features/core-releases/core-releases.public.ts';
import { adoptedTopic, applyStreamStatus } from '../features/cameras/cameras.public.ts';
import {
  createEventDays,
  createVectorLengths,
  keepEvents,
  keepThumbnail,
  notePicturesLost,
} from '../features/events/events.public.ts';
import { applyExportState } from '../features/exports/exports.public.ts';
import { LinkGateway } from '../features/link/link-gateway.ts';
import { createLinkService } from '../features/link/link.service.ts';
import { applyLocalView } from '../features/local-grants/local-grants.public.ts';
import { createGapKeeping } from '../features/recordings/recordings.public.ts';
import { applyCameraParts, camerasReported, edgeLinkChanged } from '../features/status/status.public.ts';
import type { EdgePlace } from '../features/link/link.repository.ts';
import { createKindsAnnounced } from '../features/sync-operations/sync-kinds.service.ts';
import { createSelfRepair } from '../features/sync-operations/sync-self-repair.service.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { EdgeNetworks } from '../platform/link/edge-networks.ts';
import type { SyncedEntities } from '../platform/sync/synced-entity.ts';
import type { Platform } from './platform.ts';
import { syncedEntities } from './synced-entities.ts';

/** The link to the cores, and everything that they are told of. */
export interface RunningLink {
  gateway: LinkGateway;
  entities: SyncedEntities;
}

/** Joins the link with the features whose records, operations and states it carries. */
export async function startLink(platform: Platform, networks: EdgeNetworks, isAlone: boolean): Promise<RunningLink> {
  // Kinds ask cores only while somebody calls, and the link is there by then.
  const edges: EdgeCommands = { request: (request) => gateway.request(request) };
  const entities = syncedEntities(platform, edges);
  const days = createEventDays(platform.database);
  const lengths = createVectorLengths();
  const service = createLinkService({
    ...platform,
    entities,
    hooks: {
      streamStatus: applyStreamStatus,
      cameraParts: applyCameraParts,
      gap: createGapKeeping(),
      exportState: applyExportState,
      softwareState: applySoftwareState,
      localView: applyLocalView,
      prepareEvents: days.prepare,
      events: (work, from, reports) => keepEvents({ bus: platform.bus, days, lengths }, work, { from, reports }),
      picturesLost: (work, from, { pictures }) => notePicturesLost(work.trx, from, pictures),
      thumbnail: (from, report) => keepThumbnail(platform, from, report),
      kindsAnnounced: createKindsAnnounced(entities),
      camerasReported,
      edgeLinkChanged,
    },
  });
  const gateway = new LinkGateway({ ...platform, networks, service, isAlone, compare: (place) => repair(place) });
  const repair = createSelfRepair({ ...platform, edges: gateway, entities });
  platform.bus.subscribe(adoptedTopic, (body) => {
    const { cameraId, ...place } = body as EdgePlace & { cameraId: string };
    service
      .release(place, cameraId)
      .catch((error: unknown) =>
        platform.log.error({ err: error, cameraId }, 'what a core said of an adopted camera waits'),
      );
  });
  await gateway.start();
  return { gateway, entities };
}
