import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** IPv4 or IPv6 network, for instance `10.0.0.0/8` or `2001:db8::/32`; a single address is its own network. */
export const cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

/** One allowed network. */
export const firewallRule = z.object({ id, cidr: z.string(), note: z.string(), createdAt: utcMs });

/**
 * From where people may sign in and work in the organization. Disabled: from anywhere.
 * `ownAddress` is the caller's as the server sees it (through the trusted proxies only).
 * `breakGlass`: until when the firewall is lifted for an emergency, by `./sightline break-glass`; audited.
 */
export const loginFirewall = z.object({
  isEnabled: z.boolean(),
  rules: z.array(firewallRule),
  ownAddress: z.string(),
  ownAddressIsAllowed: z.boolean(),
  breakGlassUntil: utcMs.nullable(),
  revision: z.number().int(),
});

/** What is set, whole: at most 500 networks. `revision` is the one that was read; another one is answered `conflict`. */
export const loginFirewallInput = z.object({
  isEnabled: z.boolean(),
  rules: z.array(z.object({ cidr, note: z.string().trim().max(200).default('') })).max(500),
  revision: z.number().int().min(0),
});

export type LoginFirewall = z.infer<typeof loginFirewall>;
export type LoginFirewallInput = z.infer<typeof loginFirewallInput>;
