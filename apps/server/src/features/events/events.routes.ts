import type { eventsCalls } from '@sightline/contracts/events/events.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EventMarksService } from './marks/event-marks.service.ts';
import { readThumbnail, type ThumbnailDeps } from './event-thumbnails.service.ts';
import type { EventsService } from './events.service.ts';

/** Handlers of the event calls. */
export const eventsRoutes = (
  service: EventsService,
  marks: EventMarksService,
  thumbnails: ThumbnailDeps,
): CallHandlers<typeof eventsCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  similar: ({ params, query }, { actor }) => service.similar(actor, params.id, query),
  ofCamera: ({ params, query }, { actor }) => marks.ofCamera(actor, params.id, query),
  paths: ({ params, query }, { actor }) => marks.paths(actor, params.id, query),
  motionHeat: ({ params, query }, { actor }) => marks.motionHeat(actor, params.id, query),
  motion: ({ params, query }, { actor }) => marks.motion(actor, params.id, query),
  thumbnail: async ({ params, query }, { request }) => ({
    body: await readThumbnail(thumbnails, params, { query, address: request.ip }),
    // Pictures get better while something is in view.
    headers: { 'cache-control': 'private, max-age=60' },
  }),
});
