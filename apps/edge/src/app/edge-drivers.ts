import type { DhcpDrivers } from '../capabilities/dhcp/dhcp.capability.ts';
import { DnsmasqProcess } from '../drivers/dnsmasq/dnsmasq-process.ts';
import { probeDhcp } from '../drivers/dnsmasq/probe-dhcp.ts';

/** What the capabilities of this process reach the outside with; the processes of their own take theirs in workers/. */
export const edgeDrivers: DhcpDrivers = { dhcpServer: (parts) => new DnsmasqProcess(parts), probeDhcp };
