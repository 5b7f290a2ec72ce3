import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Credentials } from '@sightline/media/rtsp/authorization';
import { parseRtspUrl, type RtspUrl } from '@sightline/media/rtsp/control-url';
import { RtspFailure } from './rtsp-failure.ts';

/** This machine itself, whose services trust whoever calls from there, and where clouds tell a machine its secrets. */
const ownServices = new BlockList();
for (const address of ['127.0.0.0', '0.0.0.0']) ownServices.addSubnet(address, 8, 'ipv4');
ownServices.addSubnet('169.254.0.0', 16, 'ipv4');
for (const address of ['::1', '::', 'fd00:ec2::254', 'fd20:ce::254']) ownServices.addAddress(address, 'ipv6');

const addressesOf = async (host: string): Promise<string[]> =>
  isIP(host) === 0 ? (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address) : [host];

/** True when one of the addresses behind a host is of this machine alone. */
async function isOwnService(host: string): Promise<boolean> {
  const addresses = await addressesOf(host);
  return addresses.some((address) => ownServices.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
}

/** Where to go on, and with which account. */
export interface RtspTarget {
  url: RtspUrl;
  credentials: Credentials | null;
}

/** The address and the account that people typed. Fails with `camera_not_rtsp`. */
export function firstTarget(place: { url: string; username: string | null; password: string | null }): RtspTarget {
  const url = parseRtspUrl(place.url);
  if (url === null) throw new RtspFailure('camera_not_rtsp', 'the address is not an rtsp or rtsps URL');
  return { url, credentials: place.username === null ? null : { username: place.username, password: place.password ?? '' } };
}

/**
 * Where a camera sends us to. Its account goes along to the same host only, and never from a closed line to an open one: whoever stands
 * in for the camera could have it sent anywhere. What belongs to this machine alone is not called, unless the camera itself lies there.
 * Fails with `camera_not_rtsp` for an address that is none and `camera_unreachable` for one that is not called.
 */
export async function followRedirect(from: RtspTarget, location: string): Promise<RtspTarget> {
  const url = parseRtspUrl(location);
  if (url === null) throw new RtspFailure('camera_not_rtsp', 'the camera points to an address that is not an rtsp or rtsps URL');
  const isSameHost = url.host.toLowerCase() === from.url.host.toLowerCase();
  if (!isSameHost && (await isOwnService(url.host)) && !(await isOwnService(from.url.host)))
    throw new RtspFailure('camera_unreachable', 'the camera points to an address that is not called');
  return { url, credentials: isSameHost && (url.tls || !from.url.tls) ? from.credentials : null };
}
