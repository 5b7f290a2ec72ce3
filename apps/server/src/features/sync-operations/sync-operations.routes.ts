import type { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { SyncAdoptionService } from './sync-adoption.service.ts';
import type { SyncOperationsService } from './sync-operations.service.ts';
import type { SyncValidationService } from './sync-validation.service.ts';

/** Handlers of the sync queue. */
export const syncOperationsRoutes = (
  queue: SyncOperationsService,
  validation: SyncValidationService,
  adoption: SyncAdoptionService,
): CallHandlers<typeof syncOperationsCalls> => ({
  lastCommitted: ({ query }, { actor }) => queue.lastCommitted(actor, query.edgeId),
  next: ({ query }, { actor }) => queue.next(actor, query),
  publish: ({ body }, { actor }) => queue.publish(actor, body),
  cancel: ({ body }, { actor }) => queue.cancel(actor, body),
  resetPublishCounter: ({ body }, { actor }) => queue.resetPublishCounter(actor, body),
  organization: (_request, { actor }) => queue.organization(actor),
  validate: ({ query }, { actor }) => validation.validate(actor, query.edgeId),
  repair: ({ body }, { actor }) => validation.repair(actor, body.edgeId),
  adopt: async ({ body }, { actor }) => {
    await adoption.adopt(actor, body);
    return { cameraId: body.entityId };
  },
  unsyncedEdges: ({ body }, { actor }) => queue.unsyncedEdges(actor, body),
});
