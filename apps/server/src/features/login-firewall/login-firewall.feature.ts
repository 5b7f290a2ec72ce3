import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { loginFirewallAudit } from './login-firewall.audit.ts';
import { loginFirewallRoutes } from './login-firewall.routes.ts';
import { createLoginFirewallService } from './login-firewall.service.ts';

/** From which networks people may sign in. */
export const loginFirewallFeature: ServerFeature<ServerContext> = {
  noun: 'login-firewall',
  audits: loginFirewallAudit,
  start: (context) => ({
    routes: [answer('loginFirewall', loginFirewallCalls, loginFirewallRoutes(createLoginFirewallService(context)))],
  }),
};
