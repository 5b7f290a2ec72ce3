import { localGrantMs, type LocalGrantClaims, type LocalTrust } from '@sightline/contracts/local-grants/local-grant';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { SealedBox } from '../secrets/sealed-box.ts';
import { readOrMakeServerKey } from './server-keys.ts';

/** A key signs for so long; cores know the next one before it is used, and the one of before until what it signed has run out. */
const periodMs = 30 * 86_400_000;

/** What a grant says beside who signed it, and when. */
export type GrantFacts = Omit<LocalGrantClaims, 'iss' | 'iat' | 'exp'>;

export interface LocalGrantKeys {
  /** Instants are whole seconds, as the token carries them. The same facts of the same second are the same token. */
  sign(
    facts: GrantFacts,
    at: { issuedAtUtcMs: number },
  ): Promise<{ token: string; issuedAtUtcMs: number; expiresAtUtcMs: number }>;
  /** Keys that cores shall believe now. */
  trusted(): Promise<LocalTrust['keys']>;
}

async function makeKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

/** Keys of this installation for local grants, apart from those of its access tokens: what a core believes must open nothing else. */
export function createLocalGrantKeys(place: { database: Database; box: SealedBox; clock: Clock }): LocalGrantKeys {
  const known = new Map<number, Promise<JWK>>();
  const keyOf = (period: number): Promise<JWK> => {
    const key =
      known.get(period) ??
      readOrMakeServerKey(place, `local-grants-${period}`, makeKey).then((text) => JSON.parse(text) as JWK);
    known.set(period, key);
    // The database was away: the next one to ask tries again.
    key.catch(() => known.delete(period));
    return key;
  };
  const now = (): number => Math.floor(place.clock() / periodMs);
  return {
    sign: async (facts, { issuedAtUtcMs }) => {
      const period = Math.floor(issuedAtUtcMs / periodMs);
      const issuedAt = Math.floor(issuedAtUtcMs / 1000);
      const expiresAt = issuedAt + localGrantMs / 1000;
      const { aud, sub, jti, ...rest } = facts;
      const token = await new SignJWT(rest)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'local-grant+jwt', kid: String(period) })
        .setIssuer('sightline')
        .setAudience(aud)
        .setSubject(sub)
        .setJti(jti)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await importJWK(await keyOf(period), 'EdDSA'));
      return { token, issuedAtUtcMs: issuedAt * 1000, expiresAtUtcMs: expiresAt * 1000 };
    },
    trusted: () => {
      const period = now();
      return Promise.all(
        [period - 1, period, period + 1].map(async (of) => ({ kid: String(of), x: (await keyOf(of)).x ?? '' })),
      );
    },
  };
}
