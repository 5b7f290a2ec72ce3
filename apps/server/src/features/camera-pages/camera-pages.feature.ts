import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import { startBareServer } from '../../platform/http/bare-server.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type RunningFeature, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraPagesAudit } from './camera-pages.audit.ts';
import { cameraPagesRoutes, mountCameraPageLink } from './camera-pages.routes.ts';
import { CameraPagesService } from './camera-pages.service.ts';
import { createPageAddresses, type PageAddresses } from './page-addresses.ts';
import { createPageGateway } from './page-gateway.ts';

async function start(context: ServerContext): Promise<RunningFeature> {
  const { config, log } = context;
  const place: { addresses: PageAddresses | null } = { addresses: null };
  const addresses = (): PageAddresses | null => place.addresses;
  const service = new CameraPagesService({ ...context, addresses });
  service.start();
  const routes = [
    answer('cameraPages', cameraPagesCalls, cameraPagesRoutes(service)),
    (app: Parameters<typeof mountCameraPageLink>[0]) => mountCameraPageLink(app, service),
  ];
  const { cameraPages, host, trustedProxies } = config;
  if (cameraPages === null) return { routes, stop: () => service.stop() };
  const handle = createPageGateway({ service, addresses, log });
  const server = await startBareServer({ ...cameraPages, host, trustedProxies, log, handle });
  const scheme = cameraPages.tls === null ? 'http' : 'https';
  place.addresses = createPageAddresses(cameraPages.pattern ?? `${scheme}://*.localhost:${String(server.port)}`);
  return {
    routes,
    stop: async () => {
      await service.stop();
      await server.stop();
    },
  };
}

/** Own pages of cameras, on a port and on hosts of their own: nothing of the app is there, and nothing of a camera on the app's. */
export const cameraPagesFeature: ServerFeature<ServerContext> = {
  noun: 'camera-pages',
  audits: cameraPagesAudit,
  start,
};
