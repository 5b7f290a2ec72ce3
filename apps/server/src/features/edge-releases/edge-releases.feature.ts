import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type RunningFeature, type ServerFeature } from '../../platform/features/server-feature.ts';
import { edgeReleasesAudit } from './edge-releases.audit.ts';
import { edgeReleasesRoutes, mountReleaseFiles } from './edge-releases.routes.ts';
import { createEdgeReleasesService } from './edge-releases.service.ts';
import { applySoftwareState, deleteExpiredUpdateTickets } from './edge-releases.public.ts';
import { createCoreUpdatesService } from './core-updates.service.ts';
import { startRollOutDriver } from './roll-out-driver.ts';
import { edgeRollOutsRoutes } from './roll-outs.routes.ts';
import { createRollOutsService } from './roll-outs.service.ts';

async function start(context: ServerContext): Promise<RunningFeature> {
  const releases = createEdgeReleasesService({ ...context, releaseKeys: context.config.releaseKeys });
  const updates = createCoreUpdatesService(context);
  const driver = await startRollOutDriver(context);
  const rollOuts = createRollOutsService(context);
  return {
    routes: [
      answer('edgeReleases', edgeReleasesCalls, edgeReleasesRoutes(releases, updates)),
      (app) => mountReleaseFiles(app, updates),
      answer('edgeRollOuts', edgeRollOutsCalls, edgeRollOutsRoutes(rollOuts)),
    ],
    stop: () => driver.stop(),
  };
}

/** Packages of the software of cores, which core runs which, and roll-outs. */
export const edgeReleasesFeature: ServerFeature<ServerContext> = {
  noun: 'edge-releases',
  link: () => ({ softwareState: applySoftwareState }),
  audits: edgeReleasesAudit,
  start,
  stops: 'afterLink',
  hears: {
    // An id alone; whoever may see none of its cores finds nothing under it.
    'edge-roll-outs.changed': { rights: null, isQuiet: true },
    'edges.software': { rights: ['CoreView'], hasFailed: ({ state }) => state === 'failed' },
  },
  housekeeping: ({ database }) => [{ name: 'update tickets', run: (now) => deleteExpiredUpdateTickets(database, now) }],
};
