import { linkMessageBytes } from '@sightline/contracts/link/link';
import type { FastifyInstance } from 'fastify';
import { openLink } from '../features/link/link.feature.ts';
import type { LinkGateway } from '../features/link/link-gateway.ts';
import { mountRealtime, RealtimeGateway } from '../features/realtime/realtime-gateway.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { auditActionsOf } from '../platform/database/audit-vocabulary.ts';
import { DiskReserve } from '../platform/disk/disk-reserve.ts';
import { Hooks } from '../platform/features/hooks.ts';
import {
  declareHooks,
  givenBy,
  heardBy,
  housekeepingOf,
  linkHooksOf,
  RunningFeatures,
  syncedBy,
} from '../platform/features/running-features.ts';
import { bearerOf } from '../platform/http/bearer.ts';
import { createHttpServer, listeningUrl, serveWeb } from '../platform/http/http-server.ts';
import { guardRoutes } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import { EdgeNetworks } from '../platform/link/edge-networks.ts';
import { features, type FeatureContext, type Given } from './features.ts';
import { Housekeeping, platformJobs } from './housekeeping.ts';
import { mountOperations } from './operations-routes.ts';
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { productVersion } from './version.ts';

export interface RunningServer {
  url: string;
  app: FastifyInstance;
  platform: Platform & Given;
  /** What its features have to throw away now and then. */
  housekeeping: Housekeeping;
  stop(): Promise<void>;
}

/** Puts the features together and listens. The database must be migrated. */
export async function startServer(config: ServerConfig, options: PlatformOptions): Promise<RunningServer> {
  const opened = await openPlatform(config, options);
  const platform = { ...opened, ...givenBy(features, { ...opened, config }) };
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
  const context = await openContext(platform, config, () => config.publicUrl ?? address.url);
  guardRoutes(app, context.authenticate);
  const running = await startFeatures(app, context);
  mountOperations(app, platform);
  await serveWeb(app, config.webDir);
  await app.listen({ port: config.port, host: config.host });
  address.url = listeningUrl(app, config);
  const jobs = [...housekeepingOf(features, context), ...platformJobs(platform)];
  const housekeeping = new Housekeeping({ ...platform, jobs });
  housekeeping.start();
  const reserve = new DiskReserve({ dataDir: config.dataDir, log: platform.log });
  reserve.start();
  return {
    url: address.url,
    app,
    platform,
    housekeeping,
    stop: async () => {
      await reserve.stop();
      await housekeeping.stop();
      await running.stop();
      await app.close();
      await platform.close();
    },
  };
}

/** What features are given; the links of cores are open then. */
async function openContext(
  platform: Platform & Given,
  config: ServerConfig,
  serverUrl: () => string,
): Promise<FeatureContext> {
  const networks = new EdgeNetworks(platform.bus);
  // Features ask cores only while somebody calls, and the links are open by then.
  const links = { ...platform, hooks: new Hooks(), edges: { request: (ask) => edges.request(ask) } as EdgeCommands };
  const entities = syncedBy(features, links);
  const linkHooks = linkHooksOf(features, { ...links, entities });
  const isAlone = config.bus === 'in-process';
  const edges: LinkGateway = await openLink({ ...links, entities, linkHooks, networks, isAlone });
  return {
    ...platform,
    config,
    serverUrl,
    version: productVersion,
    isSecure: config.tls !== null || (config.publicUrl?.startsWith('https:') ?? false),
    networks,
    edges,
    entities,
    auditActions: auditActionsOf(features),
    hooks: links.hooks,
    authenticate: bearerOf(platform.sessions.callerOf),
    memberOf: platform.sessions.memberOf,
  };
}

async function startFeatures(app: FastifyInstance, context: FeatureContext): Promise<{ stop(): Promise<void> }> {
  const realtime = new RealtimeGateway({ ...context, heard: heardBy(features), actorOf: context.sessions.listenerOf });
  realtime.start();
  mountRealtime(app, realtime, context.serverUrl);
  declareHooks(features, context);
  const running = new RunningFeatures();
  for (const feature of features) await running.start(app, feature, context);
  return {
    stop: async () => {
      try {
        await running.stopBeforeLink();
      } finally {
        await context.edges.stop();
        await running.stopAfterLink();
        await realtime.stop();
      }
    },
  };
}
