import type { homeCalls } from '@sightline/contracts/home/home.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { HomeService } from './home.service.ts';

/** Handlers of the home calls. */
export const homeRoutes = (service: HomeService): CallHandlers<typeof homeCalls> => ({
  locations: (_input, { actor }) => service.locations(actor),
  facts: (_input, { actor }) => service.facts(actor),
  storage: (_input, { actor }) => service.storage(actor),
  day: ({ params }, { actor }) => service.day(actor, params.id),
});
