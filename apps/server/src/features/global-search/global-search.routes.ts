import type { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { GlobalSearchService } from './global-search.service.ts';

/** Handlers of the global search. */
export const globalSearchRoutes = (service: GlobalSearchService): CallHandlers<typeof globalSearchCalls> => ({
  find: ({ query }, { actor }) => service.find(actor, query),
  known: ({ query }, { actor }) => service.known(actor, query.ids),
});
