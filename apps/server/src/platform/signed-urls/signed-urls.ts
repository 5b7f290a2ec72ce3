import { createHmac, timingSafeEqual } from 'node:crypto';

const lifeMs = 5 * 60_000;
/** Addresses change only every minute, so that a list fetched twice does not load every picture twice. */
const stepMs = 60_000;

export interface SignedQuery {
  expires: number;
  session: string;
  signature: string;
}

/** Something signed that is fetched, and from where. */
export interface SignedRequest {
  query: SignedQuery;
  address: string;
}

/** The session and organization for which an address was signed. */
export interface SignedFor {
  sessionId: string;
  organizationId: string;
}

export interface UrlSigner {
  /** Answers the path with a signature that ends in 4 to 5 minutes. */
  sign(path: string, signedFor: SignedFor, nowMs: number): string;
  /** Answers for whom the address was signed, or null when it is false or has ended. */
  verify(path: string, query: SignedQuery, nowMs: number): SignedFor | null;
}

const pack = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
const unpack = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Addresses for `<img>` and downloads, which cannot send a header: bound to a session, so that signing out ends them. */
export function createUrlSigner(key: Buffer): UrlSigner {
  const signatureOf = (path: string, session: string, expires: number): Buffer =>
    createHmac('sha256', key)
      .update(`${path}\n${session}\n${String(expires)}`)
      .digest();
  return {
    sign: (path, signedFor, nowMs) => {
      const expires = Math.floor((nowMs + lifeMs) / stepMs) * stepMs;
      const session = `${pack(signedFor.sessionId)}.${pack(signedFor.organizationId)}`;
      return `${path}?${new URLSearchParams({ expires: String(expires), session, signature: signatureOf(path, session, expires).toString('base64url') }).toString()}`;
    },
    verify: (path, query, nowMs) => {
      const expected = signatureOf(path, query.session, query.expires);
      const given = Buffer.from(query.signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected) || query.expires < nowMs) return null;
      const [sessionId = '', organizationId = ''] = query.session.split('.');
      return { sessionId: unpack(sessionId), organizationId: unpack(organizationId) };
    },
  };
}
