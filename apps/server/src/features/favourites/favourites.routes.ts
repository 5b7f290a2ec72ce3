import type { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { FavouritesService } from './favourites.service.ts';

/** Handlers of the calls of favourites. */
export const favouritesRoutes = (service: FavouritesService): CallHandlers<typeof favouritesCalls> => ({
  list: (_input, { actor }) => service.list(actor),
  star: ({ params }, { actor }) => service.star(actor, params),
  unstar: ({ params }, { actor }) => service.unstar(actor, params),
});
