import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, errors, type JWK } from 'jose';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import { readOrMakeServerKey } from './server-keys.ts';

const lifeMs = 5 * 60_000;
const issuer = 'sightline';

/** Says who and where, never what is allowed: rights are asked anew for every call. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  organizationId: string | null;
}

/** What a media token allows: push-to-talk or voicemail playback of one person in one organization. */
export interface MediaClaims {
  kind: 'twilioPtt' | 'vmPlayback';
  userId: string;
  organizationId: string;
  expiresAtUtcMs: number;
}

/** Whom an id token names. */
export interface IdentityClaims {
  userId: string;
  email: string;
  name: string;
  expiresAtUtcMs: number;
}

export interface AccessTokens {
  mint(claims: AccessClaims): Promise<{ token: string; expiresAtUtcMs: number }>;
  /** Null for anything that is not a valid token of ours. The session behind it may have ended: ask the database. */
  verify(token: string): Promise<AccessClaims | null>;
  /** Says to the own program who is signed in; it opens no call. */
  mintIdentity(claims: IdentityClaims): Promise<string>;
  /** A token for one kind of media alone: it opens no call. The same claims give the same token. */
  mintMedia(claims: MediaClaims): Promise<string>;
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function readClaims(
  token: string,
  { publicKey, now }: { publicKey: Awaited<ReturnType<typeof importJWK>>; now: Date },
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      issuer,
      algorithms: ['EdDSA'],
      currentDate: now,
    });
    const { sub, sid, org, aud } = payload;
    if (aud !== undefined || typeof sub !== 'string' || typeof sid !== 'string') return null;
    return { userId: sub, sessionId: sid, organizationId: typeof org === 'string' ? org : null };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Ed25519 tokens of 5 minutes; the key lies encrypted in the database, so that all server processes share it. */
export async function createAccessTokens(place: {
  database: Database;
  box: SealedBox;
  clock: Clock;
}): Promise<AccessTokens> {
  const privateJwk = JSON.parse(await readOrMakeServerKey(place, 'access-tokens', makeKey)) as JWK;
  const { d: _secret, ...publicJwk } = privateJwk;
  const privateKey = await importJWK(privateJwk, 'EdDSA');
  const publicKey = await importJWK(publicJwk, 'EdDSA');
  return {
    mint: async ({ userId, sessionId, organizationId }) => {
      const now = place.clock();
      const expiresAtUtcMs = Math.floor((now + lifeMs) / 1000) * 1000;
      const token = await new SignJWT({ sid: sessionId, org: organizationId })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(expiresAtUtcMs / 1000)
        .sign(privateKey);
      return { token, expiresAtUtcMs };
    },
    mintIdentity: ({ userId, email, name, expiresAtUtcMs }) =>
      new SignJWT({ email, name })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'id+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience('sightline-web')
        .setIssuedAt(Math.floor(place.clock() / 1000))
        .setExpirationTime(Math.floor(expiresAtUtcMs / 1000))
        .sign(privateKey),
    mintMedia: ({ kind, userId, organizationId, expiresAtUtcMs }) =>
      new SignJWT({ org: organizationId })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'media+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(`media:${kind}`)
        .setExpirationTime(Math.floor(expiresAtUtcMs / 1000))
        .sign(privateKey),
    verify: (token) => readClaims(token, { publicKey, now: new Date(place.clock()) }),
  };
}
