import type { doorsCalls } from '@sightline/contracts/doors/doors.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { readDoorPicture, type DoorPictureDeps } from './read-door-picture.ts';
import type { DoorsService } from './doors.service.ts';

/** Handlers of the calls of doors. */
export const doorsRoutes = (doors: DoorsService, pictures: DoorPictureDeps): CallHandlers<typeof doorsCalls> => ({
  list: ({ query }, { actor }) => doors.list(actor, query),
  get: ({ params }, { actor }) => doors.get(actor, params.id),
  create: ({ body }, { actor }) => doors.create(actor, body),
  update: ({ params, body }, { actor }) => doors.update(actor, params.id, body),
  remove: ({ params }, { actor }) => doors.remove(actor, params.id),
  states: ({ params, query }, { actor }) => doors.states(actor, params.id, query),
  picture: async ({ params, query }, { request }) => ({
    body: await readDoorPicture(pictures, params, { query, address: request.ip }),
    headers: { 'cache-control': 'private, max-age=60' },
  }),
});
