import { createHash, randomBytes } from 'node:crypto';
import type { AuthScheme } from './rtsp-server-api.ts';

const cameraRealm = 'Simulated camera';

export interface Credentials {
  scheme: AuthScheme;
  username: string;
  password: string;
}

export interface AuthRequest {
  method: string;
  /** Request URI exactly as sent. */
  uri: string;
  authorization: string | undefined;
  /** Nonce that this connection was given. */
  nonce: string;
}

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** `WWW-Authenticate` of a refused request. */
export function challenge(scheme: AuthScheme, nonce: string): string {
  if (scheme === 'basic') return `Basic realm="${cameraRealm}"`;
  if (scheme === 'digest-sha256')
    return `Digest realm="${cameraRealm}", qop="auth", algorithm=SHA-256, nonce="${nonce}", opaque="5ccc"`;
  return `Digest realm="${cameraRealm}", nonce="${nonce}"`;
}

function parseParameters(text: string): Map<string, string> {
  const pairs = text.matchAll(/([a-z0-9-]+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/gi);
  return new Map(Array.from(pairs, (match) => [match[1]!.toLowerCase(), match[2] ?? match[3] ?? '']));
}

function digestMatches(request: AuthRequest, credentials: Credentials): boolean {
  const sent = parseParameters((request.authorization ?? '').slice('Digest '.length));
  const name = credentials.scheme === 'digest-sha256' ? 'sha256' : 'md5';
  const hash = (text: string): string => createHash(name).update(text).digest('hex');
  if (sent.get('username') !== credentials.username || sent.get('realm') !== cameraRealm) return false;
  if (sent.get('nonce') !== request.nonce || sent.get('uri') !== request.uri) return false;
  const secret = hash(`${credentials.username}:${cameraRealm}:${credentials.password}`);
  const action = hash(`${request.method}:${request.uri}`);
  const qop = sent.get('qop');
  if (credentials.scheme === 'digest-sha256' && qop !== 'auth') return false;
  const middle = qop ? `${request.nonce}:${sent.get('nc')}:${sent.get('cnonce')}:${qop}` : request.nonce;
  return sent.get('response') === hash(`${secret}:${middle}:${action}`);
}

/** True when the request may pass. Strict on purpose: a wrong `uri`, realm, nonce or missing qop is refused. */
export function isAuthorized(request: AuthRequest, credentials: Credentials): boolean {
  if (credentials.scheme === 'none') return true;
  const header = request.authorization ?? '';
  if (credentials.scheme === 'basic') {
    return header === `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  }
  return /^digest /i.test(header) && digestMatches(request, credentials);
}
