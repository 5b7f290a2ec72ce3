import type { LoginFirewall, LoginFirewallInput } from '@sightline/contracts/login-firewall/login-firewall';
import { cleanNetwork } from './network-text.ts';

/** A row of the form; `key` is for drawing only. */
export interface NetworkRow {
  key: string;
  cidr: string;
  note: string;
}

/** What the form of the firewall holds. */
export interface FirewallValues {
  isEnabled: boolean;
  rules: NetworkRow[];
}

let made = 0;

/** A row that does not stand on the server yet. */
export const newRow = (cidr: string, note: string): NetworkRow => ({ key: `new-${++made}`, cidr, note });

export const valuesOf = ({ isEnabled, rules }: LoginFirewall): FirewallValues => ({
  isEnabled,
  rules: rules.map(({ id, cidr, note }) => ({ key: id, cidr, note })),
});

export const inputOf = ({ isEnabled, rules }: FirewallValues, revision: number): LoginFirewallInput => ({
  isEnabled,
  rules: rules.map(({ cidr, note }) => ({ cidr: cleanNetwork(cidr), note: note.trim() })),
  revision,
});
