import type { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AccessEventsService } from './access-events.service.ts';

/** Handlers of the calls of access events. */
export const accessEventsRoutes = (service: AccessEventsService): CallHandlers<typeof accessEventsCalls> => ({
  post: ({ body }, { actor }) => service.post(actor, body.events),
  list: ({ query }, { actor }) => service.list(actor, query),
});
