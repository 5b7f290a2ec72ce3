import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';

/** Networks that programs make for themselves come last: no camera hangs there. */
const virtualName = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|cni|flannel|podman)/;
const most = 254;

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const addressOf = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

function hostsAround({ address, cidr }: NetworkInterfaceInfo): string[] {
  const prefix = Math.max(24, Number(cidr?.split('/')[1] ?? 24));
  const size = 2 ** (32 - prefix);
  const own = numberOf(address);
  const first = Math.floor(own / size) * size;
  // Net and broadcast address are nobody; on a net of one or two, everybody is somebody.
  const skipped = size > 2 ? 1 : 0;
  return Array.from({ length: size - 2 * skipped }, (_none, index) => first + skipped + index)
    .filter((host) => host !== own)
    .map(addressOf);
}

/** Addresses around this machine's own IPv4 addresses, at most 254: its /24 of each network, real networks first. */
export function subnetHosts(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string[] {
  const entries = Object.entries(interfaces).flatMap(([name, list]) => (list ?? []).map((entry) => ({ name, entry })));
  const outside = entries.filter(
    ({ entry }) => entry.family === 'IPv4' && !entry.internal && !entry.address.startsWith('169.254.'),
  );
  const ordered = outside.toSorted((a, b) => Number(virtualName.test(a.name)) - Number(virtualName.test(b.name)));
  return [...new Set(ordered.flatMap(({ entry }) => hostsAround(entry)))].slice(0, most);
}
