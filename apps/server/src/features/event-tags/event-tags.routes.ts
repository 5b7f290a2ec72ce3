import type { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EventTagsService } from './event-tags.service.ts';

/** Handlers of the calls of event tags. */
export const eventTagsRoutes = (eventTags: EventTagsService): CallHandlers<typeof eventTagsCalls> => ({
  post: ({ body }, { actor }) => eventTags.post(actor, body),
});
