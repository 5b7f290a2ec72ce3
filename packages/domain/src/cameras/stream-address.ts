/** A stream address taken apart: `url` never carries credentials. */
export interface SplitAddress {
  url: string;
  username: string;
  password: string;
}

const withAuthority = /^(rtsps?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is common in passwords that were typed as they are.
    return text;
  }
};

const host = String.raw`(\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+)(:\d{1,5})?`;
const wholeHost = new RegExp(`^${host}$`, 'iu');
const hostFirst = new RegExp(`^${host}([/?#]|$)`, 'iu');

/** Index of the `@` that ends the account, or -1. */
function accountEnd(rest: string): number {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  // An @ behind a plain host is part of the path: whoever connects must read it in the same way.
  if (wholeHost.test(authority)) return -1;
  const inAuthority = authority.lastIndexOf('@');
  if (inAuthority !== -1 && wholeHost.test(authority.slice(inAuthority + 1))) return inAuthority;
  const last = rest.lastIndexOf('@');
  return last !== -1 && hostFirst.test(rest.slice(last + 1)) ? last : -1;
}

/** What follows the last `@` looks like a machine of a network, not like a part of a path. */
const machineFirst = /^(\[[^\]]*\]|[^/?#\s]*[.:][^/?#\s]*)([/?#]|$)/;

/**
 * Whether an `@` leaves it open where the password ends: it stands in the path of an address with an account
 * (`rtsp://admin:p@ss/w@host/x`), or what looks like host and port may as well be an account (`rtsp://admin:123/4@10.0.0.5/x`).
 * Read one way or the other, a part of a password could be shown as a part of the address. In a path it is written `%40`.
 */
export function isAmbiguousAddress(address: string): boolean {
  const [, rest = ''] = /^\s*rtsps?:\/\/(.*)$/is.exec(address) ?? [];
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  const behind = rest.slice(authority.length);
  const last = behind.lastIndexOf('@');
  if (last === -1) return false;
  const account = `${authority}${behind.slice(0, last)}`;
  // Without a colon before the @ there is no password.
  if (authority.includes('@')) return account.includes(':');
  return /^[^.[\]:]+:\d+$/.test(authority) && machineFirst.test(behind.slice(last + 1));
}

/**
 * Lifts `user:password@` out of an RTSP address; an address without them comes back unchanged. Passwords may hold `@`,
 * `:` and `/` unescaped, as many recorders print them: the account ends at the last `@` that a host follows. What is
 * ambiguous comes back unchanged.
 */
export function splitAddress(address: string): SplitAddress {
  const text = address.trim();
  const scheme = /^rtsps?:\/\//i.exec(text)?.[0];
  const rest = text.slice(scheme?.length ?? 0);
  const at = scheme === undefined || isAmbiguousAddress(text) ? -1 : accountEnd(rest);
  if (scheme === undefined || at === -1) return { url: text, username: '', password: '' };
  const account = rest.slice(0, at);
  const colon = account.indexOf(':');
  const username = colon < 0 ? account : account.slice(0, colon);
  const password = colon < 0 ? '' : account.slice(colon + 1);
  return { url: `${scheme}${rest.slice(at + 1)}`, username: decoded(username), password: decoded(password) };
}

const wellFormed = new RegExp(String.raw`^rtsps?:\/\/${host}([/?#][^\s\p{Cc}\p{Cf}]*)?$`, 'iu');

/** Whether a host can be one: a whole IP address, or a name of which the parts are there and no longer than DNS takes them. */
export function isHost(text: string): boolean {
  const address = `http://${text}/`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  const labels = hostname.replace(/\.$/, '').split('.');
  return (
    hostname.length <= 253 && labels.every((label) => label !== '' && (label.length <= 63 || label.startsWith('[')))
  );
}

/** Whether an address can be connected to: `rtsp://` or `rtsps://`, a host, a port of TCP where there is one, and no account. At most 2000 characters. */
export const isStreamAddress = (url: string): boolean => addressFault(url) === null;

const longest = 2000;
const withPort = new RegExp(String.raw`^rtsps?:\/\/(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_.-]+):(\d+)(?:[/?#]|$)`, 'iu');

/** What can be wrong with an address: codes of the catalogue. */
type AddressFault = 'camera_url_ambiguous' | 'camera_url_invalid' | 'camera_url_port_wrong' | 'camera_url_too_long';

/** What is wrong with an address without its account; null when a core can connect to it. */
export function addressFault(url: string): AddressFault | null {
  if (isAmbiguousAddress(url)) return 'camera_url_ambiguous';
  if (url.length > longest) return 'camera_url_too_long';
  const port = Number(withPort.exec(url)?.[1] ?? '554');
  if (port < 1 || port > 65_535) return 'camera_url_port_wrong';
  const [whole, name = ''] = wellFormed.exec(url) ?? [];
  return whole !== undefined && url.isWellFormed() && isHost(name) ? null : 'camera_url_invalid';
}

const secretNames =
  'user(?:name)?|usr|login|account|pass(?:word|wd|phrase)?|pwd|psw|pw|token|auth|key|apikey|api_key|secret|sid|session|sig|signature|credentials?|hash|nonce';
/** `name=value` in a path or a query; some devices join such pairs by `_`. */
const secretPair = new RegExp(`(^|[/?&;,_.-])(${secretNames})=(.*?)(?=$|[/?&;,#]|_[a-z]+=)`, 'gi');

/** An address for paper: without its account, and with what looks like a password or a token in path and query masked. */
export function withoutSecrets(address: string): string {
  // Of one that can be read in two ways, what stands before the last @ may be a password.
  const url = isAmbiguousAddress(address) ? address.replace(/^(\s*rtsps?:\/\/).*@/is, '$1') : splitAddress(address).url;
  const match = withAuthority.exec(url);
  if (!match) return url;
  const [, scheme = '', , host = '', rest = ''] = match;
  return `${scheme}${host}${rest.replaceAll(secretPair, '$1$2=***')}`;
}

/** One spelling per stream: scheme and host in lower case, default port left out, no trailing slash, no fragment. */
export function streamAddressKey(url: string): string {
  const match = withAuthority.exec(splitAddress(url).url);
  if (!match) return url.trim();
  const [, scheme = '', , host = '', rest = ''] = match;
  const lower = scheme.toLowerCase();
  const standardPort = lower === 'rtsps://' ? /:322$/ : /:554$/;
  const path = rest.replace(/#.*$/, '').replace(/\/+$/, '');
  return `${lower}${host.toLowerCase().replace(standardPort, '')}${path}`;
}
