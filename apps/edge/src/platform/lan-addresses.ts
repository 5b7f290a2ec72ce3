import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';

const most = 20;

/** Addresses of this machine in its own network, without loopback and those that hold on one cable only. */
export function lanAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string[] {
  return Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !address.toLowerCase().startsWith('fe80:') && !address.startsWith('169.254.'))
    .map(({ address }) => address)
    .slice(0, most);
}
