import { join } from 'node:path';
import { DhcpService } from '../capabilities/dhcp/dhcp-service.ts';
import { DnsmasqProcess } from '../drivers/dnsmasq/dnsmasq-process.ts';
import { probeDhcp } from '../drivers/dnsmasq/probe-dhcp.ts';
import { ownAddresses } from '../platform/lan-addresses.ts';
import type { Log } from '../platform/log/log.ts';

/** Address giving of this core, by dnsmasq where it is installed; goes on as it was set before. */
export function openDhcp(dataFolder: string, log: Log): DhcpService {
  const folder = join(dataFolder, 'dhcp');
  const server = new DnsmasqProcess({ pidFile: join(folder, 'dnsmasq.pid'), log });
  const dhcp = new DhcpService({ folder, server, probe: probeDhcp, addresses: ownAddresses, log });
  dhcp.start();
  return dhcp;
}
