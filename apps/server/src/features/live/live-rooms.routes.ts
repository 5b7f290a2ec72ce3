import type { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { LiveRoomsService } from './live-rooms.service.ts';

/** Handlers of the calls about live rooms. */
export const liveRoomsRoutes = (service: LiveRoomsService): CallHandlers<typeof liveRoomsCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  remove: ({ params }, { actor }) => service.end(actor, params),
  closeSession: ({ params }, { actor }) => service.end(actor, params),
  listAll: (_input, { actor }) => service.listAll(actor),
  removeAny: ({ params }, { actor }) => service.endAny(actor, params),
  closeAnySession: ({ params }, { actor }) => service.endAny(actor, params),
});
