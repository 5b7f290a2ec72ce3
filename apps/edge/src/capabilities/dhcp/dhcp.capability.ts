import type { dhcpCommands } from '@sightline/contracts/edges/dhcp';
import { join } from 'node:path';
import type { DhcpProbe, DhcpServer } from '../../drivers/dhcp-server.ts';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { ownAddresses } from '../../platform/lan-addresses.ts';
import type { Log } from '../../platform/log/log.ts';
import { dhcpHandlers, DhcpService } from './dhcp-service.ts';

/** What gives out addresses. */
export interface DhcpDrivers {
  dhcpServer: (parts: { pidFile: string; log: Log }) => DhcpServer;
  probeDhcp: DhcpProbe;
}

/** Gives out addresses on the network of the cameras, and goes on as it was set before. */
export const dhcpCapability: EdgeCapability<EdgeCore & DhcpDrivers, object, keyof typeof dhcpCommands> = {
  verb: 'dhcp',
  start: ({ config, dhcpServer, probeDhcp, log }, onStop) => {
    const folder = join(config.dataFolder, 'dhcp');
    const server = dhcpServer({ pidFile: join(folder, 'dnsmasq.pid'), log });
    const dhcp = new DhcpService({ folder, server, probe: probeDhcp, addresses: ownAddresses, log });
    onStop(() => dhcp.stop());
    dhcp.start();
    return { handlers: dhcpHandlers(dhcp) };
  },
};
