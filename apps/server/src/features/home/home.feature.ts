import { homeCalls } from '@sightline/contracts/home/home.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { homeRoutes } from './home.routes.ts';
import { createHomeService } from './home.service.ts';

/** The first screen: sites, cores and cameras in one list. */
export const homeFeature: ServerFeature<ServerContext> = {
  noun: 'home',
  start: (context) => ({ routes: [answer('home', homeCalls, homeRoutes(createHomeService(context)))] }),
};
