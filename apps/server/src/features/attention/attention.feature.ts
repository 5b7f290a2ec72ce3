import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { attentionRoutes } from './attention.routes.ts';
import { createAttentionService } from './attention.service.ts';

/** What needs somebody, told to each person. */
export const attentionFeature: ServerFeature<ServerContext> = {
  noun: 'attention',
  start: (context) => ({
    routes: [answer('attention', attentionCalls, attentionRoutes(createAttentionService(context)))],
  }),
  hears: {
    'attention.gap': { rights: ['PlaybackView'], isQuiet: true },
    'attention.notice': { rights: ['CoreView'], isQuiet: true },
    'attention.seen': { rights: null, isQuiet: true, people: ({ userId }) => [userId] },
  },
};
