import type { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { RollOutsService } from './roll-outs.service.ts';

/** Handlers of the calls about roll-outs. */
export const edgeRollOutsRoutes = (rollOuts: RollOutsService): CallHandlers<typeof edgeRollOutsCalls> => ({
  list: ({ query }, { actor }) => rollOuts.list(actor, query),
  get: ({ params }, { actor }) => rollOuts.get(actor, params.id),
  candidates: ({ params }, { actor }) => rollOuts.candidates(actor, params.id),
  create: ({ body }, { actor }) => rollOuts.create(actor, body),
  pause: ({ params }, { actor }) => rollOuts.pause(actor, params.id),
  resume: ({ params }, { actor }) => rollOuts.resume(actor, params.id),
  skip: ({ params, body }, { actor }) => rollOuts.skip(actor, params.id, body.edgeId),
  cancel: ({ params }, { actor }) => rollOuts.cancel(actor, params.id),
});
