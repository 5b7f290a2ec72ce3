import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import type { FastifyInstance } from 'fastify';
import { cameraPagesRoutes, mountCameraPageLink } from '../features/camera-pages/camera-pages.routes.ts';
import { CameraPagesService } from '../features/camera-pages/camera-pages.service.ts';
import { createPageAddresses, type PageAddresses } from '../features/camera-pages/page-addresses.ts';
import { createPageGateway } from '../features/camera-pages/page-gateway.ts';
import { startBareServer } from '../platform/http/bare-server.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';

/** Own pages of cameras, on a port and on hosts of their own: nothing of the app is there, and nothing of a camera on the app's. */
export async function mountCameraPages(
  app: FastifyInstance,
  { platform, config }: { platform: Platform; config: ServerConfig },
  edges: EdgeCommands,
): Promise<{ stop(): Promise<void> }> {
  const place: { addresses: PageAddresses | null } = { addresses: null };
  const addresses = (): PageAddresses | null => place.addresses;
  const service = new CameraPagesService({ ...platform, edges, memberOf: platform.sessions.memberOf, addresses });
  mountCalls(app, 'cameraPages', { calls: cameraPagesCalls, handlers: cameraPagesRoutes(service) });
  mountCameraPageLink(app, service);
  service.start();
  const { cameraPages, host, trustedProxies } = config;
  if (cameraPages === null) return { stop: () => service.stop() };
  const handle = createPageGateway({ service, addresses, log: platform.log });
  const server = await startBareServer({ ...cameraPages, host, trustedProxies, log: platform.log, handle });
  const scheme = cameraPages.tls === null ? 'http' : 'https';
  place.addresses = createPageAddresses(cameraPages.pattern ?? `${scheme}://*.localhost:${String(server.port)}`);
  return {
    stop: async () => {
      await service.stop();
      await server.stop();
    },
  };
}
