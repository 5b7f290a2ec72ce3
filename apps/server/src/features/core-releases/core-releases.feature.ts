import { coreReleasesCalls } from '@sightline/contracts/core-releases/core-releases.api';
import { coreRollOutsCalls } from '@sightline/contracts/core-releases/core-roll-outs.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type RunningFeature, type ServerFeature } from '../../platform/features/server-feature.ts';
import { coreReleasesAudit } from './core-releases.audit.ts';
import { coreReleasesRoutes, mountReleaseFiles } from './core-releases.routes.ts';
import { createCoreReleasesService } from './core-releases.service.ts';
import { applySoftwareState, deleteExpiredUpdateTickets } from './core-releases.public.ts';
import { createCoreUpdatesService } from './core-updates.service.ts';
import { RollOutDriver } from './roll-out-driver.ts';
import { coreRollOutsRoutes } from './roll-outs.routes.ts';
import { createRollOutsService } from './roll-outs.service.ts';

function start(context: ServerContext): RunningFeature {
  const releases = createCoreReleasesService({ ...context, releaseKeys: context.config.releaseKeys });
  const updates = createCoreUpdatesService(context);
  const driver = new RollOutDriver(context);
  const rollOuts = createRollOutsService({ ...context, wake: () => driver.wake() });
  driver.start();
  return {
    routes: [
      answer('coreReleases', coreReleasesCalls, coreReleasesRoutes(releases, updates)),
      (app) => mountReleaseFiles(app, updates),
      answer('coreRollOuts', coreRollOutsCalls, coreRollOutsRoutes(rollOuts)),
    ],
    stop: () => driver.stop(),
  };
}

/** Packages of the software of cores, which core runs which, and roll-outs. */
export const coreReleasesFeature: ServerFeature<ServerContext> = {
  noun: 'core-releases',
  link: () => ({ softwareState: applySoftwareState }),
  audits: coreReleasesAudit,
  start,
  stops: 'afterLink',
  hears: {
    // An id alone; whoever may see none of its cores finds nothing under it.
    'core-roll-outs.changed': { rights: null, isQuiet: true },
    'edges.software': { rights: ['CoreView'], hasFailed: ({ state }) => state === 'failed' },
  },
  housekeeping: ({ database }) => [{ name: 'update tickets', run: (now) => deleteExpiredUpdateTickets(database, now) }],
};
