import type { IncomingHttpHeaders } from 'node:http';

/** Headers of one connection, of the way to us, of the person, and what would let the camera speak for us. */
const notPassed = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'host',
  'cookie',
  'origin',
  'referer',
  'forwarded',
  'via',
  'x-real-ip',
  'true-client-ip',
  'upgrade-insecure-requests',
  'service-worker',
  'alt-used',
  'early-data',
  'accept-encoding',
]);
const notPassedBeginning = /^(proxy-|x-forwarded-|sightline-|:)/;

/** How the page of one session names itself and its cookies. */
export interface PageNames {
  /** Origin of the page as its person sees it. */
  ownOrigin: string;
  /** Origin under which the camera knows itself. */
  cameraOrigin: string;
  /** Begins the name of every cookie that is the camera's. */
  cookiePrefix: string;
}

/** The camera's own cookies under the names that it gave them; undefined for none. */
function cameraCookies(header: string | undefined, prefix: string): string | undefined {
  const own = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  return own.length === 0 ? undefined : own.map((part) => part.slice(prefix.length)).join('; ');
}

/** What the camera is told of a request. Whoever `Connection` names goes no further either. */
export function requestHeadersFor(headers: IncomingHttpHeaders, names: PageNames): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !notPassed.has(name) && !notPassedBeginning.test(name) && !named.has(name))
      passed[name] = value;
  const cookie = cameraCookies(headers.cookie, names.cookiePrefix);
  if (cookie !== undefined) passed['cookie'] = cookie;
  // It came from the camera's own page: that was asked before.
  if (headers.origin !== undefined) passed['origin'] = names.cameraOrigin;
  if (/\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))) passed['accept-encoding'] = 'gzip';
  return passed;
}

const alone = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

/** True for a path that means one thing to everybody: no other host, no way up, nothing that a line could be broken with. */
export function isPlainPath(target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return (
    path.startsWith('/') &&
    !path.startsWith('//') &&
    !alone.test(path) &&
    !/[\\#]|%5c|%00|%0[ad]/i.test(path) &&
    !/[^\x21-\x7e]/.test(target)
  );
}

/**
 * True when the page itself asks, or the person does by the address: what pages of other origins send is not passed on.
 * Browsers that do not say of what site a page is still name its origin.
 */
export function isOfOwnPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  if (site !== undefined)
    return (
      (site === 'same-origin' || site === 'none') && (origin === undefined || origin === 'null' || origin === ownOrigin)
    );
  return origin === undefined || origin === ownOrigin;
}
