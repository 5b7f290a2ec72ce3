import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { developerAudit } from './developer.audit.ts';
import { developerReadingCalls, developerRoutes } from './developer.routes.ts';
import { createDeveloperService } from './developer.service.ts';

/** Settings that help to understand an installation; passwords, keys and addresses with them stay out. */
const settingsOf = ({ config, version }: ServerContext): Record<string, string> => ({
  version,
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
export const developerFeature: ServerFeature<ServerContext> = {
  noun: 'developer',
  audits: developerAudit,
  start: (context) => {
    const service = createDeveloperService({ ...context, settings: settingsOf(context) });
    return { routes: [answer('developer', developerReadingCalls, developerRoutes(service))] };
  },
};
