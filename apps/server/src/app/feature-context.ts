import { openLink } from '../features/link/link.feature.ts';
import type { LinkGateway } from '../features/link/link-gateway.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { auditActionsOf } from '../platform/database/audit-vocabulary.ts';
import { Hooks } from '../platform/features/hooks.ts';
import { linkHooksOf, syncedBy } from '../platform/features/running-features.ts';
import { bearerOf } from '../platform/http/bearer.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import { EdgeNetworks } from '../platform/link/edge-networks.ts';
import { features, type FeatureContext, type Given } from './features.ts';
import type { Platform } from './platform.ts';
import { productVersion } from './version.ts';

/** What features are given; the links of cores are open then. */
export async function openContext(
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
