import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { eventTagsAudit } from './event-tags.audit.ts';
import { forgetPosted } from './event-tags.repository.ts';
import { eventTagsRoutes } from './event-tags.routes.ts';
import { createEventTagsService } from './event-tags.service.ts';
import { createTagDirectoryService } from './tag-directory.service.ts';

const keptMs = 31 * 86_400_000;

/** What can happen in an organization, and what other systems say that happened. */
export const eventTagsFeature: ServerFeature<ServerContext> = {
  noun: 'event-tags',
  audits: eventTagsAudit,
  start: (context) => {
    const handlers = eventTagsRoutes(createEventTagsService(context), createTagDirectoryService(context));
    return { routes: [answer('eventTags', eventTagsCalls, handlers)] };
  },
  hears: { 'event-tags.changed': { rights: ['EventTags'], isQuiet: true } },
  housekeeping: ({ database }) => [
    { name: 'posted events', run: (now) => forgetPosted(database, new Date(now.getTime() - keptMs)) },
  ],
};
