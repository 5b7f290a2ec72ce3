import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `slk_<prefix>_<secret>`: the prefix is public and finds the key, the secret is 256 random bits. */
const form = /^slk_([a-f0-9]{12})_([\w-]{43})$/;

/** True for what wants to be a key, right or wrong. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith('slk_');

export interface ApiKeyDeps {
  prefix: string;
  secret: string;
}

/** Takes a key apart; null for what is none. */
export function readApiKey(token: string): ApiKeyDeps | null {
  const [, prefix, secret] = form.exec(token) ?? [];
  return prefix !== undefined && secret !== undefined ? { prefix, secret } : null;
}

export const newApiKey = (): ApiKeyDeps => ({
  prefix: randomBytes(6).toString('hex'),
  secret: randomBytes(32).toString('base64url'),
});

export const writeApiKey = ({ prefix, secret }: ApiKeyDeps): string => `slk_${prefix}_${secret}`;

/** The secret is long and random, so a plain hash keeps it. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const isSecret = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOfSecret(secret), hash);
