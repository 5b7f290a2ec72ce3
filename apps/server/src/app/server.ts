import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { linkMessageBytes } from '@sightline/contracts/link/link';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCameraLookService } from '../features/cameras/camera-look.service.ts';
import { camerasRoutes } from '../features/cameras/cameras.routes.ts';
import { createCamerasService } from '../features/cameras/cameras.service.ts';
import { createEdgeClaimsService } from '../features/edges/edge-claims.service.ts';
import { edgesRoutes } from '../features/edges/edges.routes.ts';
import { createEdgesService } from '../features/edges/edges.service.ts';
import { mountLink } from '../features/link/link.routes.ts';
import { locationsRoutes } from '../features/locations/locations.routes.ts';
import { createLocationsService } from '../features/locations/locations.service.ts';
import { organizationsRoutes } from '../features/organizations/organizations.routes.ts';
import { createOrganizationsService } from '../features/organizations/organizations.service.ts';
import { mountRealtime, RealtimeGateway } from '../features/realtime/realtime-gateway.ts';
import { sessionsRoutes } from '../features/sessions/sessions.routes.ts';
import { createHttpServer, serveWeb } from '../platform/http/http-server.ts';
import { guardRoutes, mountCalls } from '../platform/http/mount.ts';
import type { ServerConfig } from './config.ts';
import { startLink, touchCamerasOf } from './link-wiring.ts';
import { mountOperations } from './operations-routes.ts';
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { productVersion } from './version.ts';

export interface RunningServer {
  url: string;
  app: FastifyInstance;
  platform: Platform;
  stop(): Promise<void>;
}

/** Puts the features together and listens. The database must be migrated. */
export async function startServer(config: ServerConfig, options: PlatformOptions): Promise<RunningServer> {
  const platform = await openPlatform(config, options);
  const app = await createHttpServer({
    log: platform.log,
    metrics: platform.metrics,
    version: productVersion,
    tls: config.tls,
    trustedProxies: config.trustedProxies,
    messageBytes: linkMessageBytes,
  });
  const address = { url: '' };
  guardRoutes(app, (request) => authenticate(platform, request));
  const features = await mountFeatures(app, { platform, config, serverUrl: () => config.publicUrl ?? address.url });
  mountOperations(app, platform);
  await serveWeb(app, config.webDir);
  await app.listen({ port: config.port, host: config.host });
  address.url = urlOf(app, config);
  return {
    url: address.url,
    app,
    platform,
    stop: async () => {
      await features.stop();
      await app.close();
      await platform.close();
    },
  };
}

function urlOf(app: FastifyInstance, config: ServerConfig): string {
  const listening = app.server.address();
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `${config.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const authenticate = async (platform: Platform, request: FastifyRequest) => {
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && token !== '' ? platform.sessions.actorOf(token) : null;
};

interface Mounting {
  platform: Platform;
  config: ServerConfig;
  serverUrl: () => string;
}

async function mountFeatures(app: FastifyInstance, { platform, config, serverUrl }: Mounting): Promise<{ stop(): Promise<void> }> {
  const { sessions } = platform;
  const link = await startLink(platform);
  const realtime = new RealtimeGateway({ ...platform, actorOf: sessions.actorOf, memberOf: sessions.memberOf });
  realtime.start();
  const claims = createEdgeClaimsService({ ...platform, localClaimFile: config.localClaimFile, serverUrl });
  const sessionsParts = { service: sessions, isSecure: config.tls !== null, version: productVersion, localCoreWaits: claims.localCoreWaits };
  mountCalls(app, 'sessions', { calls: sessionsCalls, handlers: sessionsRoutes(sessionsParts) });
  mountCalls(app, 'organizations', { calls: organizationsCalls, handlers: organizationsRoutes(createOrganizationsService(platform)) });
  const locations = createLocationsService({ ...platform, onTimeZoneChanged: touchCamerasOf(platform) });
  mountCalls(app, 'locations', { calls: locationsCalls, handlers: locationsRoutes(locations) });
  mountCalls(app, 'edges', { calls: edgesCalls, handlers: edgesRoutes(createEdgesService(platform), claims) });
  const look = createCameraLookService({ ...platform, edges: link, memberOf: sessions.memberOf });
  mountCalls(app, 'cameras', { calls: camerasCalls, handlers: camerasRoutes(createCamerasService(platform), look) });
  mountLink(app, link);
  mountRealtime(app, realtime);
  return {
    stop: async () => {
      await link.stop();
      await realtime.stop();
    },
  };
}

