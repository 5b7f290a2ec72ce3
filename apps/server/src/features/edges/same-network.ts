import { BlockList, isIPv6 } from 'node:net';

const inside = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  inside.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(network, prefix, 'ipv6');

const plain = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');

const isInside = (address: string): boolean => inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an IPv6 address lies in the network of another one: providers give each site a /64. */
const sharesPrefix = (one: string, other: string): boolean => {
  if (!isIPv6(one) || !isIPv6(other)) return false;
  const site = new BlockList();
  site.addSubnet(other, 64, 'ipv6');
  return site.check(one, 'ipv6');
};

/**
 * Whether two addresses, as this server sees them, stand for one network: the same public address, the same IPv6 network, or both
 * private, which means that the server itself is inside.
 */
export const isSameNetwork = (one: string, other: string): boolean => {
  const [a, b] = [plain(one), plain(other)];
  return a === b || (isInside(a) && isInside(b)) || sharesPrefix(a, b);
};
