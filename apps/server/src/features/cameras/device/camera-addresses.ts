import { credentialsInput, type StreamInput } from '@sightline/contracts/cameras/camera';
import { AppError } from '@sightline/contracts/shared/errors';
import { addressFault, splitAddress, streamAddressKey } from '@sightline/domain/cameras/stream-address';
import type { CameraCredentials } from './camera-credentials.ts';
import type { StreamValues } from '../camera-writes.repository.ts';

/** Whether what was lifted out of an address can be an account: escapes in it may stand for anything. */
export const isAccount = (account: CameraCredentials): boolean =>
  credentialsInput.safeParse(account).success && !/\p{Cc}/u.test(account.username + account.password);

/**
 * An address of which the credentials were split off. Throws `camera_url_invalid` when what is left is no RTSP address, and
 * `camera_url_ambiguous` when it is not sure what is left.
 */
export function readAddress(
  address: string,
  field: string,
): { url: string; urlKey: string; credentials: CameraCredentials | null } {
  const { url, username, password } = splitAddress(address);
  const fault = addressFault(url) ?? (isAccount({ username, password }) ? null : 'camera_url_invalid');
  if (fault !== null) throw new AppError(fault, { fields: [field] });
  const credentials = username === '' && password === '' ? null : { username, password };
  return { url, urlKey: streamAddressKey(url), credentials };
}

/** Streams as they are stored, and the credentials that stood in their addresses. Exactly one stream must be the main one. */
export function readStreams(streams: readonly StreamInput[]): {
  streams: StreamValues[];
  credentials: CameraCredentials | null;
} {
  if (streams.filter((stream) => stream.kind === 'main').length !== 1)
    throw new AppError('validation_failed', { fields: ['streams'] });
  const read = streams.map((stream, index) => ({ stream, address: readAddress(stream.url, `streams.${index}.url`) }));
  return {
    streams: read.map(({ stream, address }) => ({
      kind: stream.kind,
      url: address.url,
      urlKey: address.urlKey,
      transport: stream.transport,
      driver: stream.driver,
    })),
    credentials: read.find(({ address }) => address.credentials !== null)?.address.credentials ?? null,
  };
}

/** What was typed wins; else what stood in the address. */
export const chooseCredentials = (typed: CameraCredentials, inAddress: CameraCredentials | null): CameraCredentials =>
  typed.username === '' && typed.password === '' ? (inAddress ?? typed) : typed;

/** Scheme, host and port of an address, in one spelling. */
export const hostOf = (url: string): string => /^[^/]*\/\/[^/?]*/.exec(streamAddressKey(url))?.[0] ?? url;

const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** One spelling of a host: networks also take `0xa.5` and `[::ffff:10.0.0.5]` for 10.0.0.5. */
function canonicalHost(host: string): string {
  const bare = host.toLowerCase().replaceAll(/[[\]]/g, '');
  const text = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  if (!URL.canParse(text)) return bare;
  const name = new URL(text).hostname.replaceAll(/[[\]]|\.$/g, '');
  const [, high, low] = mapped.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => String((number >>> shift) & 255)).join('.');
}

/** The machine of an address or of a host, whatever the port: devices answer ONVIF elsewhere than RTSP. */
export const machineOf = (host: string): string =>
  canonicalHost(/^[^/]*\/\/(\[[^\]]*\]|[^/:?]*)/.exec(host.includes('//') ? hostOf(host) : '')?.[1] ?? host);
