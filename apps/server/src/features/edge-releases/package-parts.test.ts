import { edgeReleasesCalls, packageMediaType } from '@sightline/contracts/edge-releases/edge-releases.api';
import { packagePartBytes } from '@sightline/contracts/edge-releases/core-package';
import { makePackage, testReleaseKey } from '@sightline/testing/edge-releases/make-package';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createPackageUploads } from './package-uploads.ts';

let nowUtcMs = Date.UTC(2026, 5, 1);
let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_RELEASE_KEYS: testReleaseKey }, clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => void (owner = await server.person()));

const file = '100-1795000000000';
/** Sends `bytes` as the part that begins at `from`; null asks. */
const put = (
  bytes: Uint8Array,
  {
    from,
    totalBytes,
    name = file,
    person = owner,
  }: { from: number | null; totalBytes: number; name?: string; person?: TestPerson },
) =>
  person.call(edgeReleasesCalls.uploadPart, {
    params: { file: name },
    query: { totalBytes, ...(from === null ? {} : { from }) },
    body: new Blob([new Uint8Array(bytes)], { type: packageMediaType }),
  });
const ask = (totalBytes: number, more: { name?: string; person?: TestPerson } = {}) =>
  put(new Uint8Array(), { from: null, totalBytes, ...more });
const drafts = (): string[] =>
  readdirSync(server.platform.blobs.draftFolder).filter((name) =>
    name.startsWith(`core-release-${String(owner.session.organization?.id)}`),
  );
const listed = async () => (await owner.call(edgeReleasesCalls.list, { query: {} })).body.items;

/** Noise, so that it stays larger than one part when it is packed. */
const largePackage = (): Buffer =>
  makePackage({
    files: { 'apps/edge/src/app/main.ts': 'process.exit(0);\n', noise: randomBytes(1_400_000).toString('base64') },
  });

it('is refused a part that is larger than a proxy lets pass, and a name that leads elsewhere', async () => {
  const large = new Uint8Array(packagePartBytes + 1);
  expect(await put(large, { from: 0, totalBytes: large.length })).toMatchObject({
    body: { code: 'payload_too_large' },
  });
  for (const name of ['..%2Fmaster', 'x-1', '1']) expect((await ask(100, { name })).status).toBeGreaterThanOrEqual(400);
  expect(drafts()).toEqual([]);
});

it('is refused to who may not edit the organization', async () => {
  const person = await server.person({
    organizationId: owner.session.organization?.id ?? null,
    permissions: ['CoreEdit'],
  });
  expect((await ask(100, { person })).status).toBe(403);
});

it('that is none leaves nothing behind once it is whole, and its sender begins anew', async () => {
  const bytes = randomBytes(1_500);
  expect((await put(bytes.subarray(0, 1_000), { from: 0, totalBytes: 1_500 })).body).toEqual({
    received: 1_000,
    release: null,
  });
  expect(await put(bytes.subarray(1_000), { from: 1_000, totalBytes: 1_500 })).toMatchObject({
    status: 400,
    body: { code: 'core_package_broken' },
  });
  expect([drafts(), await listed()]).toEqual([[], []]);
  expect((await ask(1_500)).body.received).toBe(0);
});

it('comes in parts, goes on behind what is there, and is a release once it is whole', async () => {
  const bytes = largePackage();
  const totalBytes = bytes.length;
  expect(totalBytes).toBeGreaterThan(packagePartBytes);
  expect((await ask(totalBytes)).body).toEqual({ received: 0, release: null });
  const first = bytes.subarray(0, packagePartBytes);
  expect((await put(first, { from: 0, totalBytes })).body.received).toBe(packagePartBytes);
  // Its answer got lost: sent again it is not taken twice.
  expect((await put(first, { from: 0, totalBytes })).body).toEqual({ received: packagePartBytes, release: null });
  expect((await ask(totalBytes)).body.received).toBe(packagePartBytes);
  const { status, body } = await put(bytes.subarray(packagePartBytes), { from: packagePartBytes, totalBytes });
  expect([status, body.received, body.release?.bytes]).toEqual([200, totalBytes, totalBytes]);
  expect(await listed()).toEqual([body.release]);
  expect(drafts()).toEqual([]);
});

it('waits for another one of the organization, until that is silent for a minute; then its parts are gone', async () => {
  const bytes = makePackage({ manifest: { version: '7.0.0' } });
  await put(randomBytes(500), { from: 0, totalBytes: 1_000, name: '1000-1' });
  expect(await ask(bytes.length)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  const stranger = await server.person();
  expect((await ask(bytes.length, { person: stranger })).status).toBe(200);
  nowUtcMs += 61_000;
  expect((await put(bytes, { from: 0, totalBytes: bytes.length })).body.release?.version).toBe('7.0.0');
  expect(drafts()).toEqual([]);
});

it('that no key here can have signed does not travel, not even to who does not ask first', async () => {
  const { database, changes, blobs, clock } = server.platform;
  const uploads = createPackageUploads({ database, changes, blobs, clock, releaseKeys: [], version: '0.1.0' });
  const actor = { organizationId: owner.session.organization?.id ?? '' } as MemberActor;
  const part = { file, from: 0, totalBytes: 1_000, bytes: randomBytes(500) };
  await expect(uploads.uploadPart(actor, part)).rejects.toMatchObject({ code: 'core_package_unsigned' });
  expect(drafts()).toEqual([]);
});
