import { coreReleasesCalls } from '@sightline/contracts/core-releases/core-releases.api';
import type { FastifyInstance } from 'fastify';
import { coreReleasesRoutes, mountReleaseFiles } from '../features/core-releases/core-releases.routes.ts';
import { createCoreReleasesService } from '../features/core-releases/core-releases.service.ts';
import { createCoreUpdatesService } from '../features/core-releases/core-updates.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';
import { productVersion } from './version.ts';

/** Packages of the software of cores, and which core runs which. */
export function mountCoreReleases(app: FastifyInstance, parts: { platform: Platform; config: ServerConfig; edges: EdgeCommands }): void {
  const { platform, config, edges } = parts;
  const releases = createCoreReleasesService({ ...platform, releaseKeys: config.releaseKeys, version: productVersion });
  const updates = createCoreUpdatesService({ ...platform, edges });
  mountCalls(app, 'coreReleases', { calls: coreReleasesCalls, handlers: coreReleasesRoutes(releases, updates) });
  mountReleaseFiles(app, updates);
}
