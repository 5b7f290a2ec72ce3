import type { IncomingHttpHeaders } from 'node:http2';
import type { PageNames } from './page-request-headers.ts';

/** What belongs to one connection, speaks for our origin as a whole, or would send reports of it elsewhere. */
const notPassed = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'strict-transport-security',
  'public-key-pins',
  'public-key-pins-report-only',
  'expect-ct',
  'content-security-policy',
  'content-security-policy-report-only',
  'report-to',
  'reporting-endpoints',
  'nel',
  'alt-svc',
  'clear-site-data',
  'service-worker-allowed',
  'origin-agent-cluster',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'permissions-policy',
  'x-frame-options',
  'cache-control',
  'pragma',
  'expires',
  'location',
  'content-location',
  'refresh',
  'set-cookie',
]);
const notPassedBeginning = /^(:|proxy-|access-control-|sightline-)/;

/** On everything that leaves the origin of a page. */
export const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'bluetooth', 'midi']
    .map((name) => `${name}=()`)
    .join(', '),
  'cache-control': 'private, no-cache',
} as const;

const keptAttributes = /^(max-age|expires)=|^httponly$|^samesite=(lax|strict)$/i;

/** A cookie of the camera under the name of its session, for its own host and all of its paths; null for what is none. */
export function renamedCookie(cookie: string, prefix: string, isSecure: boolean): string | null {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  if (!/^[^=\s]+=/.test(pair)) return null;
  const kept = attributes.filter((attribute) => keptAttributes.test(attribute));
  return [`${prefix}${pair}`, 'Path=/', ...kept, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** Where a redirect leads: to an address of the same camera as the browser must name it, or elsewhere. */
export function movedTo(
  location: string,
  path: string,
  names: PageNames,
): { location: string } | { elsewhere: string } {
  const base = `${names.cameraOrigin}${path}`;
  if (!URL.canParse(location, base)) return { elsewhere: location.slice(0, 200) };
  const url = new URL(location, base);
  if (url.origin !== new URL(names.cameraOrigin).origin)
    return { elsewhere: url.origin === 'null' ? url.protocol : url.origin };
  // With its host: a path may begin with two slashes.
  return { location: `${names.ownOrigin}${url.pathname}${url.search}${url.hash}` };
}

const oneOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The camera's own policy without what would report of it; ours holds beside it. */
function policies(header: string | string[] | undefined, names: PageNames): string[] {
  const own = oneOf(header)
    ?.split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(report-uri|report-to|frame-ancestors)\b/i.test(directive))
    .join('; ')
    .replaceAll(names.cameraOrigin, names.ownOrigin);
  return [...(own ? [own] : []), "frame-ancestors 'self'"];
}

/** `0; url=...` of a camera that sends on by it, where that leads to itself. */
function refreshOf(header: string | string[] | undefined, path: string, names: PageNames): Record<string, string> {
  const [, wait, url] = /^\s*(\d+)\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(oneOf(header) ?? '') ?? [];
  if (wait === undefined || url === undefined) return {};
  const moved = movedTo(url, path, names);
  return 'location' in moved ? { refresh: `${wait}; url=${moved.location}` } : {};
}

/** What the browser is told of an answer of the camera. `path`: what was asked for. Redirects are not among it. */
export function responseHeadersFor(
  headers: IncomingHttpHeaders,
  { path, names, isSecure }: { path: string; names: PageNames; isSecure: boolean },
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !notPassed.has(name) && !notPassedBeginning.test(name))
      passed[name] = value as string | string[];
  const cookies = (headers['set-cookie'] ?? []).flatMap(
    (cookie) => renamedCookie(cookie, names.cookiePrefix, isSecure) ?? [],
  );
  return {
    ...passed,
    ...refreshOf(headers['refresh'], path, names),
    ...pageHeaders,
    'content-security-policy': policies(headers['content-security-policy'], names),
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  };
}
