import type { streetMapCalls } from '@sightline/contracts/street-map/street-map.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { StreetMapService } from './street-map.service.ts';

/** Handlers of the map of streets. */
export const streetMapRoutes = (service: StreetMapService): CallHandlers<typeof streetMapCalls> => ({
  get: () => service.get(),
  read: ({ params }, { request }) => service.read(params.version, request.headers.range),
});
