import { coreReleasesCalls } from '@sightline/contracts/core-releases/core-releases.api';
import { coreRollOutsCalls } from '@sightline/contracts/core-releases/core-roll-outs.api';
import type { FastifyInstance } from 'fastify';
import { coreReleasesRoutes, mountReleaseFiles } from '../features/core-releases/core-releases.routes.ts';
import { createCoreReleasesService } from '../features/core-releases/core-releases.service.ts';
import { createCoreUpdatesService } from '../features/core-releases/core-updates.service.ts';
import { RollOutDriver } from '../features/core-releases/roll-out-driver.ts';
import { coreRollOutsRoutes } from '../features/core-releases/roll-outs.routes.ts';
import { createRollOutsService } from '../features/core-releases/roll-outs.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';
import { productVersion } from './version.ts';

/** Packages of the software of cores, which core runs which, and roll-outs. To be stopped after the link, which ends what cores are asked. */
export function mountCoreReleases(
  app: FastifyInstance,
  parts: { platform: Platform; config: ServerConfig; edges: EdgeCommands },
): { stop(): Promise<void> } {
  const { platform, config, edges } = parts;
  const releases = createCoreReleasesService({ ...platform, releaseKeys: config.releaseKeys, version: productVersion });
  const updates = createCoreUpdatesService({ ...platform, edges });
  mountCalls(app, 'coreReleases', { calls: coreReleasesCalls, handlers: coreReleasesRoutes(releases, updates) });
  mountReleaseFiles(app, updates);
  const driver = new RollOutDriver({ ...platform, edges });
  const rollOuts = createRollOutsService({ ...platform, edges, wake: () => driver.wake() });
  mountCalls(app, 'coreRollOuts', { calls: coreRollOutsCalls, handlers: coreRollOutsRoutes(rollOuts) });
  driver.start();
  return { stop: () => driver.stop() };
}
