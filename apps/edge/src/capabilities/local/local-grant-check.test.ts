import { localGrantMs, type LocalGrantClaims } from '@sightline/contracts/local-grants/local-grant';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { checkGrant, requireStanding, type GrantRules } from './local-grant-check.ts';

const nowUtcMs = Date.UTC(2026, 10, 22, 3);
const ids = (n: number): string => `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [edgeId, organizationId, grantId, cameraId] = [ids(1), ids(2), ids(3), ids(4)] as const;
const claims: LocalGrantClaims = {
  iss: 'sightline',
  aud: edgeId,
  org: organizationId,
  sub: 'dana',
  sid: 'session',
  jti: grantId,
  iat: nowUtcMs / 1000,
  exp: (nowUtcMs + localGrantMs) / 1000,
  cameras: [{ id: cameraId, playback: true, originals: false }],
};
let privateKey: CryptoKey;
let x: string;
let rules: GrantRules;

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  ({ privateKey } = pair);
  x = (await exportJWK(pair.publicKey)).x ?? '';
  rules = { trust: { isAllowed: true, keys: [{ kid: 'now', x }], revoked: [] }, edgeId, organizationId, nowUtcMs };
});

const sign = (
  change: Partial<LocalGrantClaims> = {},
  header: { kid?: string; typ?: string } = {},
  key = privateKey,
): Promise<string> =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'local-grant+jwt', kid: 'now', ...header })
    .sign(key);
const check = (token: string, change: Partial<GrantRules> = {}) => checkGrant(token, { ...rules, ...change });
const invalid = expect.objectContaining({ code: 'local_grant_invalid' });

test('takes nothing that is no grant, was altered, or was signed by nobody or somebody else', async () => {
  const token = await sign();
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const more = Buffer.from(
    JSON.stringify({ ...claims, cameras: [{ id: cameraId, playback: true, originals: true }] }),
  ).toString('base64url');
  const stranger = (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey;
  for (const wrong of [
    'x',
    '..',
    `${header}.${payload}.`,
    `${header}.${more}.${signature}`,
    new UnsecuredJWT({ ...claims }).encode(),
    await sign({}, {}, stranger),
    await sign({}, { kid: 'older' }),
    await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'local-grant+jwt', kid: 'now' })
      .sign(Buffer.from(x, 'base64url')),
  ])
    await expect(check(wrong), wrong).rejects.toEqual(invalid);
});

test('takes no token that the server signed for something else, for another core or another organization', async () => {
  await expect(sign({}, { typ: 'JWT' }).then(check)).rejects.toEqual(invalid);
  await expect(sign({ aud: ids(9) }).then(check)).rejects.toEqual(invalid);
  await expect(sign({ org: ids(9) }).then(check)).rejects.toEqual(invalid);
  await expect(sign({ sid: '' }).then(check)).rejects.toEqual(invalid);
});

test('takes none before the server said that it may, nor where a site does not allow it any more', async () => {
  const token = await sign();
  await expect(check(token, { trust: null })).rejects.toEqual(invalid);
  await expect(check(token, { trust: { ...rules.trust!, isAllowed: false } })).rejects.toEqual(invalid);
});

test('a grant that ran out says so; one from the future is not believed, because a clock that was lost would make it last for ever', async () => {
  const token = await sign();
  await expect(check(token, { nowUtcMs: nowUtcMs + localGrantMs })).rejects.toMatchObject({
    code: 'local_grant_expired',
  });
  await expect(check(token, { nowUtcMs: 0 })).rejects.toEqual(invalid);
  await expect(check(token, { nowUtcMs: nowUtcMs - 60_000 })).resolves.toMatchObject({ jti: grantId });
});

test('a grant that was taken back opens nothing, however often it is shown', async () => {
  const token = await sign();
  const trust = { ...rules.trust!, revoked: [grantId] };
  await expect(check(token, { trust })).rejects.toMatchObject({ code: 'local_grant_revoked' });
  await expect(check(token, { trust })).rejects.toMatchObject({ code: 'local_grant_revoked' });
  expect(() => requireStanding(claims, { ...rules, trust })).toThrow(
    expect.objectContaining({ code: 'local_grant_revoked' }),
  );
});

test('reads a grant by any of the keys that are believed', async () => {
  const keys = [
    { kid: 'before', x: 'A'.repeat(43) },
    { kid: 'now', x },
  ];
  await expect(sign().then((token) => check(token, { trust: { ...rules.trust!, keys } }))).resolves.toEqual(claims);
});
