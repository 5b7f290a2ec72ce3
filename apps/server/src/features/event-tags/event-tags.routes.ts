import type { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EventTagsService } from './event-tags.service.ts';
import type { TagDirectoryService } from './tag-directory.service.ts';

/** Handlers of the calls of event tags. */
export const eventTagsRoutes = (
  posted: EventTagsService,
  tags: TagDirectoryService,
): CallHandlers<typeof eventTagsCalls> => ({
  post: ({ body }, { actor }) => posted.post(actor, body),
  list: ({ query }, { actor }) => tags.list(actor, query),
  get: ({ params }, { actor }) => tags.get(actor, params.id),
  create: ({ body }, { actor }) => tags.create(actor, body),
  update: ({ params, body }, { actor }) => tags.update(actor, params.id, body),
  remove: ({ params }, { actor }) => tags.remove(actor, params.id),
});
