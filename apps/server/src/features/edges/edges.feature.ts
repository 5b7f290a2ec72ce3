import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { heartbeatDays } from '@sightline/contracts/edges/heartbeat-limits';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { edgesAudit } from './edges.audit.ts';
import { coreSettings } from './core-settings.synced.ts';
import { createEdgeClaimsService } from './edge-claims.service.ts';
import { createEdgeHealthService } from './edge-health.service.ts';
import { createEdgeMachineService } from './edge-machine.service.ts';
import { createEdgeRecoveryService } from './edge-recovery.service.ts';
import { deleteExpiredClaimCodes, deleteOldHeartbeats } from './edges.public.ts';
import { edgesRoutes } from './edges.routes.ts';
import { createEdgesService, type EdgesDeps } from './edges.service.ts';

const dayMs = 86_400_000;

/** Cores: the machines on site. */
export const edgesFeature: ServerFeature<ServerContext & Pick<EdgesDeps, 'holdPlace'>> = {
  noun: 'edges',
  audits: edgesAudit,
  synced: () => [coreSettings],
  start: (context) => {
    const { localClaimFile, releaseKeys } = context.config;
    const handlers = edgesRoutes({
      service: createEdgesService(context),
      claims: createEdgeClaimsService({ ...context, localClaimFile, releaseKeys }),
      health: createEdgeHealthService(context),
      machine: createEdgeMachineService(context),
      recovery: createEdgeRecoveryService(context),
    });
    return { routes: [answer('edges', edgesCalls, handlers)] };
  },
  hears: {
    'edges.changed': { rights: ['CoreView'] },
    'edges.removed': { rights: ['CoreView'] },
    'edges.status': { rights: ['CoreView'], isQuiet: true },
  },
  housekeeping: ({ database }) => [
    { name: 'claim codes', run: (now) => deleteExpiredClaimCodes(database, now) },
    {
      name: 'heartbeats',
      run: (now) => deleteOldHeartbeats(database, new Date(now.getTime() - heartbeatDays * dayMs)),
    },
  ],
};
