import { statusCalls } from '@sightline/contracts/status/status.api';
import type { FastifyInstance } from 'fastify';
import { statusWatch } from '../features/status/status-watch.ts';
import { statusRoutes } from '../features/status/status.routes.ts';
import { createStatusService } from '../features/status/status.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { Platform } from './platform.ts';

/** What is shown of cameras, cores and locations: asked about, and looked at when it is due. */
export function mountStatus(app: FastifyInstance, platform: Platform): { stop(): Promise<void> } {
  mountCalls(app, 'status', { calls: statusCalls, handlers: statusRoutes(createStatusService(platform)) });
  const watch = statusWatch(platform);
  watch.start();
  return watch;
}
