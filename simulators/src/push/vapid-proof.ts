import { createPublicKey, verify } from 'node:crypto';

const longestLifeMs = 24 * 3_600_000;

/** The push service that is asked, and the only key that may write to the subscription; null where it was made for any. */
interface Asked {
  origin: string;
  nowMs: number;
  onlyKey: string | null;
}

/** What is wrong with the proof of who sends (RFC 8292); null when nothing is. */
export function vapidFault(authorization: string | undefined, { origin, nowMs, onlyKey }: Asked): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  if (signature === '') return 'no VAPID token';
  if (onlyKey !== null && key !== onlyKey) return 'the subscription was made for another key';
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return 'the key is no uncompressed P-256 point';
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'the signature is wrong';
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as {
    aud?: string;
    exp?: number;
    sub?: string;
  };
  if (claims.aud !== origin) return `the token is for ${String(claims.aud)}`;
  const expiresMs = (claims.exp ?? 0) * 1000;
  if (expiresMs <= nowMs || expiresMs > nowMs + longestLifeMs) return 'the token has expired or lives too long';
  return /^(mailto:|https:)/.test(claims.sub ?? '') ? null : 'the token names nobody to ask';
}
