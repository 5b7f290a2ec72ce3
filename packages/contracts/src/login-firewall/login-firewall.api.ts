import { defineCall } from '../shared/call.ts';
import { loginFirewall, loginFirewallInput } from './login-firewall.ts';

export const loginFirewallCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/v1/login-firewall',
    permission: 'OrganizationEdit',
    summary: 'Answers the networks from which people may sign in.',
    output: loginFirewall,
  }),
  set: defineCall({
    method: 'PUT',
    path: '/api/v1/login-firewall',
    permission: 'OrganizationEdit',
    summary:
      'Sets them. Refused where the own address would be locked out. Sessions from elsewhere leave the organization within two seconds.',
    body: loginFirewallInput,
    output: loginFirewall,
    errors: ['firewall_locks_out', 'conflict'],
  }),
};
