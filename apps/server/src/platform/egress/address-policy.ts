import { BlockList, isIP } from 'node:net';

/** Networks that no address typed by a person may lead into: this machine, its neighbours, metadata services, and ways around to them. */
const refusedNetworks = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
  // Some of these wrap an IPv4 address and would be translated on their way.
  '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
).split(' ');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `::ffff:10.0.0.1` is 10.0.0.1. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** Names are the same in every case, and with the dot that ends a whole name. */
const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, '');

function networksOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

const isNetwork = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;

/** Whether the server may call an address. */
export interface AddressPolicy {
  /** `host` is the name that was typed, when there was one. */
  allows(address: string, host: string): boolean;
  /** True for what whoever runs the server has listed: such places may also be called without TLS. */
  lists(address: string, host: string): boolean;
}

/** `allow` and `deny`: addresses, networks (`10.1.0.0/16`) or host names. Deny wins over allow, allow over the built-in refusals. */
export function createAddressPolicy({
  allow,
  deny,
}: {
  allow: readonly string[];
  deny: readonly string[];
}): AddressPolicy {
  const refused = networksOf(refusedNetworks);
  const sides = [allow, deny].map((entries) => ({
    networks: networksOf(entries.filter(isNetwork)),
    hosts: new Set(entries.filter((entry) => !isNetwork(entry)).map(plainName)),
  }));
  const [allowed, denied] = sides.map(({ networks, hosts }) => (address: string, host: string) => {
    const plain = unmapped(address);
    return networks.check(plain, familyOf(plain)) || hosts.has(plainName(host));
  });
  const lists = (address: string, host: string): boolean =>
    (allowed?.(address, host) ?? false) && !(denied?.(address, host) ?? false);
  return {
    lists,
    allows: (address, host) => {
      const plain = unmapped(address);
      if (isIP(plain) === 0 || denied?.(plain, host)) return false;
      return lists(plain, host) || !refused.check(plain, familyOf(plain));
    },
  };
}
