import { z } from 'zod';
import { utcMs } from '../shared/ids.ts';

/** Hardware address; read with any separator, kept in lower case with colons. */
export const macAddress = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$|^[0-9a-f]{12}$/)
  .overwrite((text) => (text.match(/[0-9a-f]{2}/g) ?? []).join(':'))
  // Of a group, or nobody's: no device has such an address.
  .refine((text) => (Number.parseInt(text.slice(0, 2), 16) & 1) === 0 && text !== '00:00:00:00:00:00');

/** Address of version 4, four numbers with dots. */
export const ipv4 = z.ipv4();

/** Name of a network interface of the core. */
export const interfaceName = z.string().regex(/^[A-Za-z0-9._-]{1,15}$/);

/** What the core gives out addresses by: on one of its interfaces, from a range of that network. */
export const dhcpSettings = z.object({
  interface: interfaceName,
  rangeStart: ipv4,
  rangeEnd: ipv4,
  leaseMinutes: z.number().int().min(2).max(10_080),
});

/** An address that is kept for one device. */
export const dhcpReservation = z.object({
  macAddress,
  ip: ipv4,
  /** Letters, digits and hyphens; may be empty. */
  name: z.string().regex(/^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)?$/),
});

/** An address in use. `expiresAtUtcMs` null: for ever. */
export const dhcpLease = z.object({
  macAddress: z.string().max(60),
  ip: ipv4,
  name: z.string().max(255),
  expiresAtUtcMs: utcMs.nullable(),
});

/** What a core answers of DHCP. `isInstalled`: dnsmasq was found there. */
export const dhcpState = z.object({
  isInstalled: z.boolean(),
  /** Wanted. */
  enabled: z.boolean(),
  /** dnsmasq is running just now. */
  isRunning: z.boolean(),
  /** Last words of dnsmasq when it is wanted but does not run. */
  failure: z.string().max(500).nullable(),
  settings: dhcpSettings.nullable(),
  interfaces: z
    .array(z.object({ name: z.string().max(64), address: ipv4, prefix: z.number().int().min(0).max(32) }))
    .max(64),
  leases: z.array(dhcpLease).max(2000),
  reserved: z.array(dhcpReservation).max(1000),
  /** What the last look for another DHCP server found; null: it was not looked for yet. */
  probe: z.enum(['nobody', 'notPossible']).nullable(),
});

/** What the server keeps of a core's DHCP, for the machine that takes its place. */
export const keptDhcp = dhcpState.pick({ enabled: true, settings: true, reserved: true });

/** Requests to a core over the link. All answer what is true afterwards. */
export const dhcpCommands = {
  'dhcp.get': { input: z.object({}), output: dhcpState },
  /** `settings` null with `enabled` false: only switches off. */
  'dhcp.set': { input: z.object({ enabled: z.boolean(), settings: dhcpSettings.nullable() }), output: dhcpState },
  /** Adds a reservation, or changes the one of the same hardware address. */
  'dhcp.reserve': { input: dhcpReservation, output: dhcpState },
  'dhcp.release': { input: z.object({ macAddress }), output: dhcpState },
} as const;

export type DhcpSettings = z.infer<typeof dhcpSettings>;
export type DhcpReservation = z.infer<typeof dhcpReservation>;
export type DhcpLease = z.infer<typeof dhcpLease>;
export type KeptDhcp = z.infer<typeof keptDhcp>;
export type DhcpState = z.infer<typeof dhcpState>;
