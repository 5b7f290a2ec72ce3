import type { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { LoginFirewallService } from './login-firewall.service.ts';

/** Handlers of the login firewall calls. */
export const loginFirewallRoutes = (service: LoginFirewallService): CallHandlers<typeof loginFirewallCalls> => ({
  get: (_input, { actor, request }) => service.get(actor, request.ip),
  set: ({ body }, { actor, request }) => service.set(actor, body, request.ip),
});
