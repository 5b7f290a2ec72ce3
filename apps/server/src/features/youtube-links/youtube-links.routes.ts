import type { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { YoutubeLinksService } from './youtube-links.service.ts';

/** Handlers of the calls of YouTube links. */
export const youtubeLinksRoutes = (links: YoutubeLinksService): CallHandlers<typeof youtubeLinksCalls> => ({
  list: ({ query }, { actor }) => links.list(actor, query),
  create: ({ body }, { actor }) => links.create(actor, body),
  remove: ({ params }, { actor }) => links.remove(actor, params.id),
});
