import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { camerasAudit } from './cameras.audit.ts';
import { operationsTopic } from '../edges/edges.public.ts';
import { camerasConcerned, locationMoves, locationPrivacy } from '../locations/locations.public.ts';
import { organizationSwitches, switchesChanged } from '../organizations/organizations.public.ts';
import { createCameraProbeService } from './device/camera-probe.service.ts';
import { createCameraMovesService } from './camera-moves.service.ts';
import { requireNothingMovedIntoSight } from './camera-privacy.ts';
import { bumpRevisionsOfLocation, bumpRevisionsWanting } from './sync/camera-sync.ts';
import { camerasRoutes } from './cameras.routes.ts';
import { createCameraSynced } from './sync/camera.synced.ts';
import { applyStreamStatus } from './sync/camera-reports.ts';
import { createCamerasService } from './cameras.service.ts';

/** Cameras as people set them up. */
export const camerasFeature: ServerFeature<ServerContext> = {
  noun: 'cameras',
  synced: (context) => [createCameraSynced(context)],
  link: () => ({ streamStatus: applyStreamStatus }),
  audits: camerasAudit,
  start: (context) => {
    const probe = createCameraProbeService(context);
    const handlers = camerasRoutes(createCamerasService(context), probe, createCameraMovesService(context));
    return { routes: [answer('cameras', camerasCalls, handlers)] };
  },
  hears: {
    'cameras.changed': { rights: ['CameraView'] },
    'cameras.removed': { rights: ['CameraView'] },
    'cameras.status': { rights: ['CameraView'], isQuiet: true },
    'cameras.reboot': { rights: ['CameraView'] },
  },
  hooks: ({ bus }) => {
    const publish = (edgeIds: readonly string[]): void => {
      for (const edgeId of edgeIds) bus.publish(operationsTopic, { edgeId });
    };
    return [
      at(locationMoves, requireNothingMovedIntoSight),
      at(camerasConcerned, async (change, { isOtherZone, ...place }) => {
        // The zone is part of every camera, also for cores that hear of their locations.
        const unless = isOtherZone ? null : locationPrivacy.kind;
        const edgeIds = await bumpRevisionsOfLocation(change, { ...place, unless });
        change.afterCommit(() => publish(edgeIds));
      }),
      at(switchesChanged, async (change, { organizationId, changed }) => {
        const edgeIds = await bumpRevisionsWanting(change, organizationId, {
          changed,
          unless: organizationSwitches.kind,
        });
        change.afterCommit(() => publish(edgeIds));
      }),
    ];
  },
};
