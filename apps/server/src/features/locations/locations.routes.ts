import type { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { LocationFittingService } from './location-fitting.service.ts';
import type { LocationsService } from './locations.service.ts';

/** Handlers of the location calls. */
export const locationsRoutes = (
  service: LocationsService,
  fitting: LocationFittingService,
): CallHandlers<typeof locationsCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query),
  create: ({ body }, { actor }) => service.create(actor, body),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  update: ({ params, body }, { actor }) => service.update(actor, params.id, body),
  deleteCheck: ({ params }, { actor }) => service.deleteCheck(actor, params.id),
  fitting: ({ params }, { actor }) => fitting.ofLocation(actor, params.id),
  remove: ({ params }, { actor }) => service.remove(actor, params.id),
});
