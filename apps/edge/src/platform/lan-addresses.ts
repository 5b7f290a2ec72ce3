import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';

const most = 20;

/** Addresses of this machine in its own network, without loopback and those that hold on one cable only. */
export function lanAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string[] {
  return Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(
      ({ internal, address }) =>
        !internal && !address.toLowerCase().startsWith('fe80:') && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address)
    .slice(0, most);
}

/** Addresses of version 4 of this machine with their interface and the length of their prefix, without loopback. */
export function ownAddresses(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): { name: string; address: string; prefix: number }[] {
  return Object.entries(interfaces).flatMap(([name, list]) =>
    (list ?? [])
      .filter(({ internal, family, cidr }) => !internal && family === 'IPv4' && cidr !== null)
      .map(({ address, cidr }) => ({ name: name.slice(0, 64), address, prefix: Number(cidr?.split('/')[1] ?? 32) })),
  );
}
