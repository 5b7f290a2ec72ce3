import { isAmbiguousAddress } from '@sightline/domain/cameras/stream-address';

const maxText = 200;

/** Text of a device as people may see it: bounded, on one line. */
export const deviceText = (text: string, most = maxText): string =>
  text
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, most);

/** `AA-BB-…`, `aabb…` and the like as `aa:bb:…`; null for what is no hardware address. */
export function macAddressOf(text: string): string | null {
  const digits = text.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
  if (digits.length !== 12 || /^0+$/.test(digits) || text.length > 40) return null;
  return digits.match(/../g)!.join(':');
}

/** The same RTSP address at the host that was reached, without credentials; null when it is none. */
export function streamUrlAt(host: string, named: string): string | null {
  const match = /^(rtsps?):\/\/(?:[^/?#@]*@)?(?:\[[^\]/]*\]|[^:/?#\s]+)(?::(\d{1,5}))?([/?#]\S*)?$/i.exec(named.trim());
  // An @ in the path of an address with an account: what stands before it may be the end of the password.
  if (match === null || isAmbiguousAddress(named)) return null;
  const [, scheme, port, rest = '/'] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  const at = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const url = `${scheme!.toLowerCase()}://${at}${port === undefined ? '' : `:${port}`}${rest}`;
  return url.length <= 2000 ? url : null;
}

const maxSize = 32_768;

/** A count of a device: whole, and 0 when it cannot be true. */
export const deviceCount = (value: number | null, most = maxSize): number =>
  value !== null && value >= 1 && value <= most ? Math.round(value) : 0;

/** A rate of a device; null when it cannot be true. */
export const deviceRate = (value: number | null, most: number): number | null =>
  value !== null && value > 0 && value <= most ? value : null;
