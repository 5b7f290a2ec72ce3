/**
 * Where to send SETUP or PLAY, from a control attribute. `base` = Content-Base, else Content-Location, else the request URL.
 * Cameras expect plain joining with a slash rather than RFC 3986 (which would eat the last path part), also behind a query.
 */
export function resolveControlUrl(base: string, control: string): string {
  if (control === '' || control === '*') return base;
  if (/^rtsps?:\/\//i.test(control)) return control;
  if (control.startsWith('/')) {
    const origin = /^rtsps?:\/\/[^/?]+/i.exec(base)?.[0] ?? '';
    return origin + control;
  }
  return base.endsWith('/') ? base + control : `${base}/${control}`;
}

/** Parts of an rtsp or rtsps URL; null when it is not one. */
export interface RtspUrl {
  tls: boolean;
  host: string;
  port: number;
  /** The URL without credentials, as it goes on the wire. */
  href: string;
  username: string | null;
  password: string | null;
}

const hostAndPath = String.raw`(\[[0-9a-f:.]+\]|[^/?#:@\s]+)(?::(\d{1,5}))?([/?#][^\s]*)?$`;
const withoutAccount = new RegExp(`^(rtsps?)://()${hostAndPath}`, 'i');
const withAccount = new RegExp(`^(rtsps?)://(.*)@${hostAndPath}`, 'i');

/**
 * Parses an RTSP URL. Credentials in it are taken out; a password may hold `@`, `:` and `/`, as people paste them. An `@`
 * behind a plain host is part of the path: the host is the one that was looked at when the URL was allowed.
 */
export function parseRtspUrl(text: string): RtspUrl | null {
  const plain = withoutAccount.exec(text.trim());
  const match = plain ?? withAccount.exec(text.trim());
  if (match === null) return null;
  const tls = match[1]!.toLowerCase() === 'rtsps';
  const port = match[4] === undefined ? (tls ? 322 : 554) : Number(match[4]);
  if (port < 1 || port > 65_535) return null;
  const account = plain === null ? (match[2] ?? '') : null;
  const colon = account?.indexOf(':') ?? -1;
  const username = account === null ? null : colon < 0 ? account : account.slice(0, colon);
  const password = account === null || colon < 0 ? null : account.slice(colon + 1);
  const authority = match[4] === undefined ? match[3]! : `${match[3]}:${match[4]}`;
  return {
    tls,
    port,
    host: match[3]!.replace(/^\[|\]$/g, ''),
    href: `${tls ? 'rtsps' : 'rtsp'}://${authority}${match[5] ?? ''}`,
    username: username === null ? null : decodePercent(username),
    password: password === null ? null : decodePercent(password),
  };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A password with a bare percent sign is taken as it stands.
    return text;
  }
}
