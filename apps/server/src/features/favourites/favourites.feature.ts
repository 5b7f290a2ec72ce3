import { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { favouritesRoutes } from './favourites.routes.ts';
import { createFavouritesService } from './favourites.service.ts';

/** Things that a person has starred. */
export const favouritesFeature: ServerFeature<ServerContext> = {
  noun: 'favourites',
  start: (context) => ({
    routes: [answer('favourites', favouritesCalls, favouritesRoutes(createFavouritesService(context)))],
  }),
};
