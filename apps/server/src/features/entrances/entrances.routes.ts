import type { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EntrancesService } from './entrances.service.ts';

/** Handlers of the calls of entrances. */
export const entrancesRoutes = (entrances: EntrancesService): CallHandlers<typeof entrancesCalls> => ({
  list: ({ query }, { actor }) => entrances.list(actor, query),
  get: ({ params }, { actor }) => entrances.get(actor, params.id),
  create: ({ body }, { actor }) => entrances.create(actor, body),
  update: ({ params, body }, { actor }) => entrances.update(actor, params.id, body),
  remove: ({ params }, { actor }) => entrances.remove(actor, params.id),
  figures: ({ params, query }, { actor }) => entrances.figures(actor, params.id, query),
  occupancy: ({ params }, { actor }) => entrances.occupancy(actor, params.id),
  correct: ({ params, body }, { actor }) => entrances.correct(actor, params.id, body),
});
