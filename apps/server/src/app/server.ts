import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { globalSearchCalls } from '@sightline/contracts/global-search/global-search.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import { localGrantsCalls } from '@sightline/contracts/local-grants/local-grants.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { linkMessageBytes } from '@sightline/contracts/link/link';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { redeemProviderCode } from '../features/auth-providers/auth-providers.public.ts';
import { analysisRoutes } from '../features/analysis/analysis.routes.ts';
import { createAnalysisService } from '../features/analysis/analysis.service.ts';
import { createCameraLookService } from '../features/cameras/camera-look.service.ts';
import { createCameraMovesService } from '../features/cameras/camera-moves.service.ts';
import { camerasRoutes } from '../features/cameras/cameras.routes.ts';
import { requireNothingMovedIntoSight } from '../features/cameras/cameras.public.ts';
import { createCamerasService } from '../features/cameras/cameras.service.ts';
import { createEdgeClaimsService } from '../features/edges/edge-claims.service.ts';
import { edgesRoutes } from '../features/edges/edges.routes.ts';
import { createEdgeHealthService } from '../features/edges/edge-health.service.ts';
import { createEdgeMachineService } from '../features/edges/edge-machine.service.ts';
import { createEdgeRecoveryService } from '../features/edges/edge-recovery.service.ts';
import { createEdgesService } from '../features/edges/edges.service.ts';
import { createEventMarksService } from '../features/events/event-marks.service.ts';
import { eventsRoutes } from '../features/events/events.routes.ts';
import { createEventsService } from '../features/events/events.service.ts';
import { createExportFilesService } from '../features/exports/export-files.service.ts';
import { exportsRoutes, mountUploads } from '../features/exports/exports.routes.ts';
import { createExportsService } from '../features/exports/exports.service.ts';
import { removeBuildingsAt } from '../features/floors/floor-buildings.service.ts';
import { globalSearchRoutes } from '../features/global-search/global-search.routes.ts';
import { createGlobalSearchService } from '../features/global-search/global-search.service.ts';
import { mountLink } from '../features/link/link.routes.ts';
import { liveRoutes, mountRelays } from '../features/live/live.routes.ts';
import { liveRoomsRoutes } from '../features/live/live-rooms.routes.ts';
import { createLiveRoomsService } from '../features/live/live-rooms.service.ts';
import { LiveService } from '../features/live/live.service.ts';
import { localGrantsRoutes } from '../features/local-grants/local-grants.routes.ts';
import { LocalGrantsService } from '../features/local-grants/local-grants.service.ts';
import { createLocationFittingService } from '../features/locations/location-fitting.service.ts';
import { locationsRoutes } from '../features/locations/locations.routes.ts';
import { createLocationsService } from '../features/locations/locations.service.ts';
import { organizationsRoutes } from '../features/organizations/organizations.routes.ts';
import { createOrganizationsService } from '../features/organizations/organizations.service.ts';
import { mountRealtime, RealtimeGateway } from '../features/realtime/realtime-gateway.ts';
import { recordingsRoutes } from '../features/recordings/recordings.routes.ts';
import { createRecordingsService } from '../features/recordings/recordings.service.ts';
import { createStorageService } from '../features/recordings/recording-storage.service.ts';
import { sessionsRoutes } from '../features/sessions/sessions.routes.ts';
import { createSyncAdoptionService } from '../features/sync-operations/sync-adoption.service.ts';
import { syncOperationsRoutes } from '../features/sync-operations/sync-operations.routes.ts';
import { createSyncOperationsService } from '../features/sync-operations/sync-operations.service.ts';
import { createSyncValidationService } from '../features/sync-operations/sync-validation.service.ts';
import { DiskReserve } from '../platform/disk/disk-reserve.ts';
import { createHttpServer, serveWeb } from '../platform/http/http-server.ts';
import { guardRoutes, mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import { EdgeNetworks } from '../platform/link/edge-networks.ts';
import type { ServerConfig } from './config.ts';
import { Housekeeping } from './housekeeping.ts';
import { startLink, touchCamerasOf, touchCamerasOfOrganization } from './link-wiring.ts';
import { mountAuthProviders } from './mount-auth-providers.ts';
import { mountCoreReleases } from './mount-core-releases.ts';
import { mountCameraPages } from './mount-camera-pages.ts';
import { mountDeveloper } from './mount-developer.ts';
import { mountHome } from './mount-home.ts';
import { mountNotices } from './mount-notices.ts';
import { mountOnboarding } from './mount-onboarding.ts';
import { mountSignIn } from './mount-sign-in.ts';
import { mountPeople } from './mount-people.ts';
import { mountStatus } from './mount-status.ts';
import { mountTalk } from './mount-talk.ts';
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
    scriptOrigins: config.appInfo.recorderUrl === null ? [] : [new URL(config.appInfo.recorderUrl).origin],
  });
  const address = { url: '' };
  guardRoutes(app, (request) => authenticate(platform, request));
  const features = await mountFeatures(app, {
    platform,
    config,
    networks: new EdgeNetworks(platform.bus),
    serverUrl: () => config.publicUrl ?? address.url,
  });
  mountOperations(app, platform);
  await serveWeb(app, config.webDir);
  await app.listen({ port: config.port, host: config.host });
  address.url = urlOf(app, config);
  const housekeeping = new Housekeeping(platform);
  housekeeping.start();
  const reserve = new DiskReserve({ dataDir: config.dataDir, log: platform.log });
  reserve.start();
  return {
    url: address.url,
    app,
    platform,
    stop: async () => {
      await reserve.stop();
      await housekeeping.stop();
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
  return scheme.toLowerCase() === 'bearer' && token !== '' ? platform.sessions.callerOf(token, request.ip) : null;
};

const isServedByTls = (config: ServerConfig): boolean =>
  config.tls !== null || (config.publicUrl?.startsWith('https:') ?? false);

interface Mounting {
  platform: Platform;
  config: ServerConfig;
  serverUrl: () => string;
  networks: EdgeNetworks;
}

async function mountFeatures(app: FastifyInstance, mounting: Mounting): Promise<{ stop(): Promise<void> }> {
  const { platform, config } = mounting;
  const link = await startLink(platform, mounting.networks, config.bus === 'in-process');
  const realtime = new RealtimeGateway({
    ...platform,
    actorOf: platform.sessions.listenerOf,
    memberOf: platform.sessions.memberOf,
  });
  realtime.start();
  mountManagement(app, mounting, link);
  mountHome(app, platform, { config, edges: link });
  const people = mountPeople(app, platform, mounting.serverUrl);
  const isSecure = isServedByTls(config);
  const { isSignUpOpen } = config;
  await mountAuthProviders(app, {
    platform,
    isSecure,
    isSignUpOpen,
    serverUrl: mounting.serverUrl,
    authenticate: (request) => authenticate(platform, request),
  });
  mountDeveloper(app, platform, config);
  const notices = await mountNotices(app, mounting);
  const status = mountStatus(app, platform);
  const live = await mountFootage(app, mounting, link);
  const talk = mountTalk(app, mounting, link);
  const localGrants = mountLocalGrants(app, mounting, link);
  const onboarding = mountOnboarding(app, platform, link);
  const coreReleases = mountCoreReleases(app, { platform, config, edges: link });
  const pages = await mountCameraPages(app, mounting, link);
  mountLink(app, link);
  mountRealtime(app, realtime, mounting.serverUrl);
  return {
    stop: async () => {
      live.stop();
      await talk.stop();
      await pages.stop();
      await localGrants.stop();
      await people.stop();
      await notices.stop();
      await status.stop();
      await link.stop();
      // What it asked of cores has ended with the link.
      await onboarding.stop();
      await coreReleases.stop();
      await realtime.stop();
    },
  };
}

/** People, organizations, sites and cores. */
function mountManagement(
  app: FastifyInstance,
  { platform, config, serverUrl, networks }: Mounting,
  link: EdgeCommands,
): void {
  const { sessions } = platform;
  const claims = createEdgeClaimsService({
    ...platform,
    localClaimFile: config.localClaimFile,
    serverUrl,
    releaseKeys: config.releaseKeys,
  });
  const sessionsParts = {
    service: sessions,
    isSecure: isServedByTls(config),
    version: productVersion,
    serverUrl,
    localCoreWaits: claims.localCoreWaits,
    devices: platform.devices,
    redeemProviderCode: (brought: { code: string; request: FastifyRequest }) => redeemProviderCode(platform, brought),
  };
  mountCalls(app, 'sessions', { calls: sessionsCalls, handlers: sessionsRoutes(sessionsParts) });
  mountCalls(app, 'organizations', {
    calls: organizationsCalls,
    handlers: organizationsRoutes(
      createOrganizationsService({ ...platform, onSwitchesChanged: touchCamerasOfOrganization(platform) }),
    ),
  });
  const locations = createLocationsService({
    ...platform,
    onCamerasConcerned: touchCamerasOf(platform),
    onRemoved: (change, place) => removeBuildingsAt(platform, change, place),
    requireMovable: requireNothingMovedIntoSight,
  });
  const fitting = createLocationFittingService({ ...platform, edges: link });
  mountCalls(app, 'locations', { calls: locationsCalls, handlers: locationsRoutes(locations, fitting) });
  const edges = createEdgesService({ ...platform, networks });
  const health = createEdgeHealthService({ ...platform, networks });
  const machine = createEdgeMachineService({ ...platform, edges: link });
  const recovery = createEdgeRecoveryService({ ...platform, serverUrl });
  mountCalls(app, 'edges', {
    calls: edgesCalls,
    handlers: edgesRoutes({ service: edges, claims, health, machine, recovery }),
  });
  mountCalls(app, 'globalSearch', {
    calls: globalSearchCalls,
    handlers: globalSearchRoutes(createGlobalSearchService(platform)),
  });
  mountSignIn(app, { platform, config, serverUrl, isSecure: isServedByTls(config), edges });
}

/** Watching on a site while this server is away. */
function mountLocalGrants(
  app: FastifyInstance,
  { platform, networks }: Mounting,
  edges: EdgeCommands,
): LocalGrantsService {
  const { memberOf } = platform.sessions;
  const service = new LocalGrantsService({ ...platform, keys: platform.grantKeys, networks, edges, memberOf });
  service.start();
  mountCalls(app, 'localGrants', { calls: localGrantsCalls, handlers: localGrantsRoutes(service) });
  return service;
}

/** What is told to cores, and cameras that they have and this server does not know. */
function mountSyncQueue(app: FastifyInstance, parts: Platform & { edges: EdgeCommands }): void {
  const adoption = createSyncAdoptionService({ ...parts, cameras: createCamerasService(parts) });
  const queue = syncOperationsRoutes(createSyncOperationsService(parts), createSyncValidationService(parts), adoption);
  mountCalls(app, 'syncOperations', { calls: syncOperationsCalls, handlers: queue });
}

/** Cameras and everything that is seen through them. */
async function mountFootage(
  app: FastifyInstance,
  { platform, config, serverUrl }: Mounting,
  edges: EdgeCommands,
): Promise<LiveService> {
  const { memberOf } = platform.sessions;
  const look = createCameraLookService({ ...platform, edges, memberOf });
  mountCalls(app, 'cameras', {
    calls: camerasCalls,
    handlers: camerasRoutes(createCamerasService({ ...platform, edges }), look, createCameraMovesService(platform)),
  });
  const live = new LiveService({ ...platform, edges, memberOf, iceServers: config.iceServers, turn: config.turn });
  live.start();
  mountCalls(app, 'live', { calls: liveCalls, handlers: liveRoutes(live) });
  mountCalls(app, 'liveRooms', {
    calls: liveRoomsCalls,
    handlers: liveRoomsRoutes(createLiveRoomsService({ ...platform, live })),
  });
  mountRelays(app, live, serverUrl);
  mountCalls(app, 'recordings', {
    calls: recordingsCalls,
    handlers: recordingsRoutes(
      createRecordingsService({ ...platform, edges }),
      createStorageService({ ...platform, edges }),
    ),
  });
  mountCalls(app, 'analysis', {
    calls: analysisCalls,
    handlers: analysisRoutes(createAnalysisService({ ...platform, edges })),
  });
  mountSyncQueue(app, { ...platform, edges });
  const marks = createEventMarksService({ ...platform, edges });
  mountCalls(app, 'events', {
    calls: eventsCalls,
    handlers: eventsRoutes(createEventsService(platform), marks, { ...platform, memberOf }),
  });
  const files = createExportFilesService({ ...platform, memberOf });
  mountCalls(app, 'exports', {
    calls: exportsCalls,
    handlers: exportsRoutes(createExportsService({ ...platform, edges }), files),
  });
  await mountUploads(app, files);
  return live;
}
