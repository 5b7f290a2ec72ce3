import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { syncOperationsAudit } from './sync-operations.audit.ts';
import { createSyncAdoptionService } from './sync-adoption.service.ts';
import { syncOperationsRoutes } from './sync-operations.routes.ts';
import { createSyncOperationsService } from './sync-operations.service.ts';
import { createKindsAnnounced } from './sync-kinds.service.ts';
import { createSelfRepair } from './sync-self-repair.service.ts';
import { createSyncValidationService } from './sync-validation.service.ts';

/** What cores still have to be told. */
export const syncOperationsFeature: ServerFeature<ServerContext> = {
  noun: 'sync-operations',
  link: (context) => ({ kindsAnnounced: createKindsAnnounced(context.entities), compare: createSelfRepair(context) }),
  audits: syncOperationsAudit,
  start: (context) => {
    const handlers = syncOperationsRoutes(
      createSyncOperationsService(context),
      createSyncValidationService(context),
      createSyncAdoptionService(context),
    );
    return { routes: [answer('syncOperations', syncOperationsCalls, handlers)] };
  },
};
