import type { LocalGrantClaims, LocalTrust } from '@sightline/contracts/local-grants/local-grant';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LocalSessions } from './local-sessions.ts';

const ids = (n: number): string => `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [edgeId, organizationId] = [ids(1), ids(2)] as const;
const startUtcMs = 1_800_000_000_000;

let key: CryptoKey;
let trust: LocalTrust;
let sessions: LocalSessions;
let said: string[] = [];
let dismissed: number[] = [];

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  key = pair.privateKey;
  trust = { isAllowed: true, keys: [{ kid: 'k', x: (await exportJWK(pair.publicKey)).x ?? '' }], revoked: [] };
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: startUtcMs });
  [said, dismissed] = [[], []];
  sessions = new LocalSessions({
    rules: () => ({ trust, edgeId, organizationId, nowUtcMs: Date.now() }),
    hasCamera: () => true,
    live: () => Promise.reject(new Error('not asked')),
    note: () => undefined,
    send: (_, message) => said.push(message.type === 'refused' ? message.code : message.type),
    dismiss: (visitId) => dismissed.push(visitId),
  });
});

afterEach(() => {
  sessions.clear();
  vi.useRealTimers();
});

async function show(visitId: number, holdsMs: number): Promise<void> {
  const iat = Math.floor(Date.now() / 1000);
  const claims: LocalGrantClaims = {
    iss: 'sightline',
    aud: edgeId,
    org: organizationId,
    sub: 'p',
    sid: 's',
    jti: ids(9),
    iat,
    exp: iat + holdsMs / 1000,
    cameras: [],
  };
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'local-grant+jwt', kid: 'k' })
    .sign(key);
  const before = said.length;
  sessions.receive(visitId, JSON.stringify({ type: 'grant', token }));
  await vi.waitUntil(() => said.length > before);
}

test('whoever comes in and shows no grant is sent away: who knows the door of before must not fill it', async () => {
  sessions.open(1);
  sessions.open(2);
  await show(2, 3_600_000);
  vi.advanceTimersByTime(10_000);
  expect([said, dismissed]).toEqual([['welcome', 'local_grant_invalid'], [1]]);
});

test('whoever says nothing any more is sent away when the grant ends, and not before a newer one does', async () => {
  sessions.open(1);
  await show(1, 60_000);
  vi.advanceTimersByTime(30_000);
  await show(1, 60_000);
  vi.advanceTimersByTime(57_000);
  expect(dismissed).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect([said.at(-1), dismissed]).toEqual(['local_grant_expired', [1]]);
});

test('nobody is sent away who has gone', () => {
  sessions.open(1);
  sessions.close(1);
  vi.advanceTimersByTime(60_000);
  expect(dismissed).toEqual([]);
});
