import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Credentials } from '@sightline/media/rtsp/authorization';
import { parseRtspUrl, type RtspUrl } from '@sightline/media/rtsp/control-url';
import { RtspFailure } from './rtsp-failure.ts';

/** This machine itself, whose services trust whoever calls from there. */
const thisMachine = new BlockList();
for (const address of ['127.0.0.0', '0.0.0.0']) thisMachine.addSubnet(address, 8, 'ipv4');
for (const address of ['::1', '::']) thisMachine.addAddress(address, 'ipv6');
/** What lies on one cable, and where clouds tell a machine its secrets. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']) linkLocal.addAddress(address, 'ipv6');

/** Where cameras and recorders serve streams, plain or encrypted. Behind any other port of another machine lies something else. */
const streamPorts = new Set([554, 322, 8554, 8322]);

/** Where to go on, and with which account. */
export interface RtspTarget {
  url: RtspUrl;
  credentials: Credentials | null;
  /** Addresses that were looked at: they are called, whatever the name says a moment later. None: as the name says. */
  addresses: readonly string[];
  /** What people configured. */
  configured: RtspUrl;
}

/** The address and the account that people typed. Fails with `camera_not_rtsp`. */
export function firstTarget(place: { url: string; username: string | null; password: string | null }): RtspTarget {
  const url = parseRtspUrl(place.url);
  if (url === null) throw new RtspFailure('camera_not_rtsp', 'the address is not an rtsp or rtsps URL');
  const credentials = place.username === null ? null : { username: place.username, password: place.password ?? '' };
  return { url, credentials, addresses: [], configured: url };
}

/**
 * Where a camera sends us to. Its account goes along to the same host only, and never from a closed line to an open one: whoever stands
 * in for the camera could have it sent anywhere. For the same reason a camera sends nobody to this machine, unless people configured
 * that very port of it, nor along a cable to another device than itself, and on other machines to where streams are served only.
 * Fails with `camera_not_rtsp` for an address that is none and `camera_address_refused` for one that is not called.
 */
export async function followRedirect(from: RtspTarget, location: string): Promise<RtspTarget> {
  const { configured } = from;
  const url = parseRtspUrl(location);
  if (url === null)
    throw new RtspFailure('camera_not_rtsp', 'the camera points to an address that is not an rtsp or rtsps URL');
  const isConfiguredHost = isSameHost(url, configured);
  const addresses = await addressesOf(url.host);
  if (addresses.length === 0 && !isConfiguredHost)
    throw new RtspFailure('camera_unreachable', 'the camera points to a name that nobody knows');
  const homes = isConfiguredHost ? addresses : await addressesOf(configured.host);
  if (!addresses.every((address) => mayCall({ address, port: url.port }, { homes, port: configured.port })))
    throw new RtspFailure('camera_address_refused', 'the camera points to an address that is not called');
  const keepsAccount = isSameHost(url, from.url) && (url.tls || !from.url.tls);
  return { url, credentials: keepsAccount ? from.credentials : null, addresses, configured };
}

const isSameHost = (one: RtspUrl, other: RtspUrl): boolean => one.host.toLowerCase() === other.host.toLowerCase();

/** Whether a camera that people configured at one of `homes` may send us to this address. */
function mayCall(
  { address, port }: { address: string; port: number },
  camera: { homes: readonly string[]; port: number },
): boolean {
  if (isThisMachine(address)) return port === camera.port && camera.homes.some(isThisMachine);
  if (camera.homes.includes(address)) return true;
  return !linkLocal.check(address, familyOf(address)) && (port === camera.port || streamPorts.has(port));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

// What is bound to the machine's own address in its network is as near as what is bound to loopback.
function isThisMachine(address: string): boolean {
  if (thisMachine.check(address, familyOf(address))) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
}

/** `::ffff:10.0.0.1` is 10.0.0.1, and an IPv6 address has one spelling. */
function plainOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) !== 6) return plain;
  const spelled = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled);
  if (mapped === null) return spelled;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

const addressesOf = async (host: string): Promise<string[]> =>
  (isIP(host) === 0 ? (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address) : [host]).map(
    plainOf,
  );
