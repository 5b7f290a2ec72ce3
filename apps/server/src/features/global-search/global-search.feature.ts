import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { globalSearchRoutes } from './global-search.routes.ts';
import { createGlobalSearchService } from './global-search.service.ts';

/** One search over names of everything. */
export const globalSearchFeature: ServerFeature<ServerContext> = {
  noun: 'global-search',
  start: (context) => ({
    routes: [answer('globalSearch', globalSearchCalls, globalSearchRoutes(createGlobalSearchService(context)))],
  }),
};
