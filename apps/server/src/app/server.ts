import { linkMessageBytes } from '@sightline/contracts/link/link';
import type { FastifyInstance } from 'fastify';
import { mountRealtime, RealtimeGateway } from '../features/realtime/realtime-gateway.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { DiskReserve } from '../platform/disk/disk-reserve.ts';
import {
  declareHooks,
  givenBy,
  heardBy,
  housekeepingOf,
  RunningFeatures,
} from '../platform/features/running-features.ts';
import { createHttpServer, listeningUrl, serveWeb } from '../platform/http/http-server.ts';
import { guardRoutes } from '../platform/http/mount.ts';
import { openContext } from './feature-context.ts';
import { features, type FeatureContext, type Given } from './features.ts';
import { Housekeeping, platformJobs } from '../platform/housekeeping/housekeeping.ts';
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
