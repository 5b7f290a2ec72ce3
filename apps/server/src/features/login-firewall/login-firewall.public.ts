import type { Work } from '../../platform/database/database.ts';
import { isInNetworks } from './allowed-networks.ts';
import { findFirewall, type FirewallRow } from './login-firewall.repository.ts';

/** From where an organization may be used. */
export type Firewall = Pick<FirewallRow, 'isEnabled' | 'rules' | 'breakGlassUntil'>;

/** Reads the firewall of an organization; an open one where none was set. */
export const readFirewall = (trx: Work, organizationId: string): Promise<Firewall> => findFirewall(trx, organizationId);

/** True when the organization may be used from an address at this time. */
export function admits(firewall: Firewall, address: string, nowMs: number): boolean {
  if (!firewall.isEnabled || (firewall.breakGlassUntil?.getTime() ?? 0) > nowMs) return true;
  return isInNetworks(
    firewall.rules.map(({ cidr }) => cidr),
    address,
  );
}
