import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { youtubeLinksAudit } from './youtube-links.audit.ts';
import { youtubeLinksRoutes } from './youtube-links.routes.ts';
import { createYoutubeLinksService } from './youtube-links.service.ts';

/** Videos and channels that an organization watches. */
export const youtubeLinksFeature: ServerFeature<ServerContext> = {
  noun: 'youtube-links',
  audits: youtubeLinksAudit,
  start: (context) => ({
    routes: [answer('youtubeLinks', youtubeLinksCalls, youtubeLinksRoutes(createYoutubeLinksService(context)))],
  }),
  hears: { 'youtube-links.changed': { rights: ['OrganizationDatabase'], isQuiet: true } },
};
