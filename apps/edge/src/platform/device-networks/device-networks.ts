import { AppError } from '@sightline/contracts/shared/errors';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';

/** Networks that lie on the core's side of any router; not the machine itself, whose own services trust whoever calls from there. */
const privateNetworks = '10.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 fc00::/7 fe80::/10'.split(' ');
/** This machine itself, and where clouds tell a machine, its containers and its pods their secrets. */
const neverCalled =
  '127.0.0.0/8 ::1/128 169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128'.split(
    ' ',
  );

/** Which addresses a core may call as devices. */
export interface DeviceNetworks {
  allows(address: string): boolean;
  /** True for an address that this machine has in its networks, unless it was configured. */
  isThisMachine(address: string): boolean;
  /** The address behind a name or address, in brackets or not. Fails with `camera_unreachable` or `camera_address_refused`. */
  resolve(host: string): Promise<string>;
  /** All addresses behind a name or address, in one spelling each, also those that may not be called; none when it is unknown. */
  addressesOf(host: string): Promise<string[]>;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `::ffff:10.0.0.1` is 10.0.0.1; what follows `%` names a cable of this machine. */
const plainOf = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.replace(/%.*$/, '');

/** One spelling of an IPv6 address; IPv4 has one. */
const spellingOf = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

function behind(host: string): Promise<{ address: string }[]> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) === 0 ? lookup(name, { all: true }).catch(() => []) : Promise.resolve([{ address: name }]);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return list;
}

/** True for `10.1.0.0/16`, `10.1.2.3` and the like in IPv6. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

/**
 * Private networks, those that this machine is in, and the `configured` ones. `configured` wins over everything, so that
 * whoever runs the core decides.
 */
export function createDeviceNetworks(
  configured: readonly string[],
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces,
): DeviceNetworks {
  const wanted = listOf(configured);
  const never = listOf(neverCalled);
  const near = listOf(privateNetworks);
  const own = (): BlockList =>
    listOf(
      Object.values(interfaces())
        .flatMap((list) => list ?? [])
        .flatMap(({ cidr }) => (cidr === null ? [] : [cidr])),
    );
  const allows = (address: string): boolean => {
    const plain = plainOf(address);
    if (isIP(plain) === 0) return false;
    const family = familyOf(plain);
    if (wanted.check(plain, family)) return true;
    return !never.check(plain, family) && (near.check(plain, family) || own().check(plain, family));
  };
  const isThisMachine = (address: string): boolean => {
    const plain = plainOf(address);
    if (isIP(plain) === 0 || wanted.check(plain, familyOf(plain))) return false;
    // One address has many spellings: they are compared as numbers.
    const own = listOf(Object.values(interfaces()).flatMap((list) => list?.map((one) => plainOf(one.address)) ?? []));
    return own.check(plain, familyOf(plain));
  };
  return {
    allows,
    isThisMachine,
    addressesOf: async (host) => (await behind(host)).map(({ address }) => spellingOf(plainOf(address))),
    async resolve(host) {
      const found = await behind(host);
      if (found.length === 0) throw new AppError('camera_unreachable', { host });
      const first = found.find(({ address }) => allows(address));
      if (!first) throw new AppError('camera_address_refused', { host });
      return first.address;
    },
  };
}
