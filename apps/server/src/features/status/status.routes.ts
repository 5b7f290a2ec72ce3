import type { statusCalls } from '@sightline/contracts/status/status.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { StatusService } from './status.service.ts';

/** Handlers of the status calls. */
export const statusRoutes = (service: StatusService): CallHandlers<typeof statusCalls> => ({
  ofCamera: ({ params, query }, { actor }) => service.ofCamera(actor, params.id, query),
  ofEdge: ({ params, query }, { actor }) => service.ofEdge(actor, params.id, query),
  ofLocation: ({ params, query }, { actor }) => service.ofLocation(actor, params.id, query),
});
