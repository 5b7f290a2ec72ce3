import { DnsmasqProcess, type DnsmasqOptions } from '../drivers/dnsmasq/dnsmasq-process.ts';
import { probeDhcp } from '../drivers/dnsmasq/probe-dhcp.ts';

/**
 * What the capabilities of this process reach the outside with; the processes of their own take theirs in workers/. The list of
 * capabilities does not compile where one of them is missing.
 */
export const edgeDrivers = {
  dhcpServer: (parts: DnsmasqOptions) => new DnsmasqProcess(parts),
  probeDhcp,
};
