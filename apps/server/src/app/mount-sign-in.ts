import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { FastifyInstance } from 'fastify';
import { createAccountChanges } from '../features/accounts/accounts.public.ts';
import { accountsRoutes, createAccountsServices } from '../features/accounts/accounts.routes.ts';
import { apiKeysRoutes } from '../features/api-keys/api-keys.routes.ts';
import { appInfoRoutes } from '../features/app-info/app-info.routes.ts';
import { createPageViews } from '../features/app-info/page-views.ts';
import type { EdgesService } from '../features/edges/edges.service.ts';
import { loginFirewallRoutes } from '../features/login-firewall/login-firewall.routes.ts';
import { createLoginFirewallService } from '../features/login-firewall/login-firewall.service.ts';
import { mfaRoutes } from '../features/mfa/mfa.routes.ts';
import { createMfaService } from '../features/mfa/mfa.service.ts';
import type { MemberActor } from '../platform/http/actor.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';
import { productVersion } from './version.ts';

/** A profile names at most this many cores. */
const coresAtMost = 1000;

interface Mounting {
  platform: Platform;
  config: ServerConfig;
  isSecure: boolean;
  serverUrl: () => string;
  edges: EdgesService;
}

async function visibleCoreIds(edges: EdgesService, actor: MemberActor): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await edges.list(actor, { limit: 200, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.length < coresAtMost);
  return ids;
}

/** Everything that stands between a person or a program and a session: accounts, second factors, keys, networks. */
export function mountSignIn(app: FastifyInstance, { platform, config, isSecure, serverUrl, edges }: Mounting): void {
  const services = createAccountsServices({
    ...platform,
    isSignUpOpen: config.isSignUpOpen,
    publicUrl: serverUrl,
    visibleCoreIds: (actor) => visibleCoreIds(edges, actor),
  });
  mountCalls(app, 'accounts', { calls: accountsCalls, handlers: accountsRoutes(services, isSecure) });
  const { confirmPassword, readerOf } = services.protection;
  const mfa = createMfaService({ ...platform, change: createAccountChanges(platform), confirmPassword, readerOf });
  mountCalls(app, 'mfa', { calls: mfaCalls, handlers: mfaRoutes(mfa, isSecure) });
  mountCalls(app, 'apiKeys', { calls: apiKeysCalls, handlers: apiKeysRoutes(platform.apiKeys) });
  mountCalls(app, 'loginFirewall', {
    calls: loginFirewallCalls,
    handlers: loginFirewallRoutes(createLoginFirewallService(platform)),
  });
  const info = {
    productName: 'Sightline',
    version: productVersion,
    ...config.appInfo,
    isMailSent: platform.mails.isSent,
    isSignUpOpen: config.isSignUpOpen,
    pushPublicKey: platform.vapid.publicKey,
  };
  mountCalls(app, 'appInfo', {
    calls: appInfoCalls,
    handlers: appInfoRoutes(info, config.legalTexts, createPageViews(platform.metrics.registry)),
  });
}
