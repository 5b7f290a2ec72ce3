import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { forgetPosted } from './event-tags.repository.ts';
import { eventTagsRoutes } from './event-tags.routes.ts';
import { createEventTagsService } from './event-tags.service.ts';

const keptMs = 31 * 86_400_000;

/** What other systems say that happened. */
export const eventTagsFeature: ServerFeature<ServerContext> = {
  noun: 'event-tags',
  start: (context) => ({
    routes: [answer('eventTags', eventTagsCalls, eventTagsRoutes(createEventTagsService(context)))],
  }),
  housekeeping: ({ database }) => [
    { name: 'posted events', run: (now) => forgetPosted(database, new Date(now.getTime() - keptMs)) },
  ],
};
