import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { locationsAudit } from './locations.audit.ts';
import { createLocationFittingService } from './location-fitting.service.ts';
import { operationsTopic } from '../edges/edges.public.ts';
import { switchesChanged } from '../organizations/organizations.public.ts';
import { notifyAllPrivacy, notifyLocationPrivacy } from './location-privacy.synced.ts';
import { camerasConcerned, holdPlace, locationMoves, locationPrivacy, locationRemoved } from './locations.public.ts';
import { locationsRoutes } from './locations.routes.ts';
import { createLocationsService } from './locations.service.ts';

/** The tree of sites. */
export const locationsFeature: ServerFeature<ServerContext, { holdPlace: typeof holdPlace }> = {
  noun: 'locations',
  gives: () => ({ holdPlace }),
  synced: () => [locationPrivacy],
  audits: locationsAudit,
  start: (context) => {
    const { hooks } = context;
    const service = createLocationsService({
      ...context,
      onCamerasConcerned: hooks.of(camerasConcerned),
      onRemoved: hooks.of(locationRemoved),
      requireMovable: hooks.of(locationMoves),
    });
    const fitting = createLocationFittingService(context);
    return { routes: [answer('locations', locationsCalls, locationsRoutes(service, fitting))] };
  },
  hooks: ({ bus }) => [
    at(switchesChanged, async (change, { organizationId, changed }) => {
      if (!changed.includes('faceRecognition')) return;
      const edgeIds = await notifyAllPrivacy(change.trx, organizationId);
      change.afterCommit(() => {
        for (const edgeId of edgeIds) bus.publish(operationsTopic, { edgeId });
      });
    }),
    at(camerasConcerned, async (change, { organizationId, locationId }) => {
      const edgeIds = await notifyLocationPrivacy(change.trx, { organizationId, locationId });
      change.afterCommit(() => {
        for (const edgeId of edgeIds) bus.publish(operationsTopic, { edgeId });
      });
    }),
  ],
  hears: {
    'locations.changed': { rights: ['LocationView'] },
    'locations.removed': { rights: ['LocationView'] },
    'locations.status': { rights: ['LocationView'], isQuiet: true },
  },
};
