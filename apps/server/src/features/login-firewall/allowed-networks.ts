import { BlockList, isIP } from 'node:net';

const mappedPrefix = '::ffff:';

/** An address as it is compared: IPv4 in IPv6 clothes is IPv4, and the interface it came by does not matter. */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const inner = bare.toLowerCase().startsWith(mappedPrefix) ? bare.slice(mappedPrefix.length) : '';
  return isIP(inner) === 4 ? inner : bare;
}

function addNetwork(list: BlockList, cidr: string): void {
  const [network = '', bits] = cidr.split('/');
  const kind = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(network, kind);
  else list.addSubnet(network, Number(bits), kind);
}

/** True when an address lies in one of the networks; one that is no address lies in none. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const cidr of networks) addNetwork(list, cidr);
  if (version === 6) return list.check(plain, 'ipv6');
  // Who wrote an IPv4 network in its IPv6 form means it all the same.
  return list.check(plain, 'ipv4') || list.check(`${mappedPrefix}${plain}`, 'ipv6');
}
