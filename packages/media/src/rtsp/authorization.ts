/** Hash functions are passed in: this package uses no runtime of its own. Answers lower-case hexadecimal. */
export type HashText = (algorithm: 'md5' | 'sha256', text: string) => string;

export interface Challenge {
  scheme: 'basic' | 'digest';
  realm: string;
  nonce: string;
  opaque: string | null;
  algorithm: 'MD5' | 'SHA-256';
  /** True when the server offers quality of protection `auth`. */
  qopAuth: boolean;
  /** The nonce was too old: the same password may be tried again with the new one. */
  stale: boolean;
}

/** Reads WWW-Authenticate headers and answers the strongest challenge that we can meet: SHA-256, MD5, Basic; else null. */
export function chooseChallenge(headers: readonly string[]): Challenge | null {
  const rank = (challenge: Challenge): number =>
    challenge.scheme === 'basic' ? 0 : challenge.algorithm === 'MD5' ? 1 : 2;
  const usable = headers.flatMap((header) => parseChallenge(header) ?? []);
  return usable.toSorted((a, b) => rank(b) - rank(a))[0] ?? null;
}

function parseChallenge(header: string): Challenge | null {
  const match = /^\s*(basic|digest)\b(.*)$/is.exec(header);
  if (match === null) return null;
  const fields = new Map<string, string>();
  for (const [, name, quoted, bare] of match[2]!
    .slice(0, 4096)
    .matchAll(/([a-z0-9_-]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi)) {
    fields.set(name!.toLowerCase(), quoted ?? bare ?? '');
  }
  const scheme = match[1]!.toLowerCase() as 'basic' | 'digest';
  const algorithm = (fields.get('algorithm') ?? 'MD5').toUpperCase();
  if (scheme === 'digest' && algorithm !== 'MD5' && algorithm !== 'SHA-256') return null;
  const qop = (fields.get('qop') ?? '').toLowerCase().split(/[\s,]+/);
  return {
    scheme,
    realm: fields.get('realm') ?? '',
    nonce: fields.get('nonce') ?? '',
    opaque: fields.get('opaque') ?? null,
    algorithm: algorithm as 'MD5' | 'SHA-256',
    qopAuth: qop.includes('auth'),
    stale: fields.get('stale')?.toLowerCase() === 'true',
  };
}

/** User name and password in clear text; never logged. */
export interface Credentials {
  username: string;
  password: string;
}

/** Makes the value of the Authorization header. `nonceCount` starts at 1 per nonce; `clientNonce` is random hexadecimal. */
export function authorize(
  challenge: Challenge,
  credentials: Credentials,
  request: { method: string; url: string; nonceCount: number; clientNonce: string; hash: HashText },
): string {
  if (challenge.scheme === 'basic') return `Basic ${base64(`${credentials.username}:${credentials.password}`)}`;
  const hash = (text: string): string => request.hash(challenge.algorithm === 'MD5' ? 'md5' : 'sha256', text);
  const secret = hash(`${credentials.username}:${challenge.realm}:${credentials.password}`);
  const action = hash(`${request.method}:${request.url}`);
  const count = request.nonceCount.toString(16).padStart(8, '0');
  const response = challenge.qopAuth
    ? hash(`${secret}:${challenge.nonce}:${count}:${request.clientNonce}:auth:${action}`)
    : hash(`${secret}:${challenge.nonce}:${action}`);
  const parts = [
    `username="${quote(credentials.username)}"`,
    `realm="${quote(challenge.realm)}"`,
    `nonce="${quote(challenge.nonce)}"`,
    `uri="${request.url}"`,
    `response="${response}"`,
  ];
  if (challenge.algorithm === 'SHA-256') parts.push('algorithm=SHA-256');
  if (challenge.opaque !== null) parts.push(`opaque="${quote(challenge.opaque)}"`);
  if (challenge.qopAuth) parts.push('qop=auth', `nc=${count}`, `cnonce="${request.clientNonce}"`);
  return `Digest ${parts.join(', ')}`;
}

function quote(text: string): string {
  return text.replace(/["\\]/g, '\\$&').replace(/[\r\n]/g, '');
}

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
