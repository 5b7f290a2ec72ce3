import type { FastifyInstance } from 'fastify';
import { developerReadingCalls, developerRoutes } from '../features/developer/developer.routes.ts';
import { createDeveloperService } from '../features/developer/developer.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';
import { productVersion } from './version.ts';

/** Settings that help to understand an installation; passwords, keys and addresses with them stay out. */
const settingsOf = (config: ServerConfig): Record<string, string> => ({
  version: productVersion,
  dataFolder: config.dataDir,
  listens: `${config.host}:${String(config.port)}`,
  publicAddress: config.publicUrl ?? '',
  tls: config.tls === null ? 'off' : 'on',
  database: config.databaseUrl === null ? 'embedded' : 'own',
  bus: config.bus,
  trustedProxies: config.trustedProxies.join(' '),
  logLevel: config.logLevel,
  iceServers: [...config.iceServers.map(({ urls }) => urls), ...(config.turn?.urls ?? [])].join(' '),
});

/** Pages of the people who look after the whole installation. */
export function mountDeveloper(app: FastifyInstance, platform: Platform, config: ServerConfig): void {
  const service = createDeveloperService({ ...platform, settings: settingsOf(config) });
  mountCalls(app, 'developer', { calls: developerReadingCalls, handlers: developerRoutes(service) });
}
