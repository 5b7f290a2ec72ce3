import { keptPackageBytes } from '@sightline/contracts/edge-releases/core-package';
import { edgeReleasesCalls, packageMediaType } from '@sightline/contracts/edge-releases/edge-releases.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { CoreSoftware } from '@sightline/contracts/edge-releases/core-software';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import {
  makePackage,
  makeReleaseKey,
  testReleaseKey,
  type TestPackage,
} from '@sightline/testing/edge-releases/make-package';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;

beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_RELEASE_KEYS: testReleaseKey } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const blobOf = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)], { type: packageMediaType });
const upload = (request: TestPackage = {}, person = owner) =>
  person.call(edgeReleasesCalls.upload, { body: blobOf(makePackage(request)) });
const update = (releaseId: string, person = owner) =>
  person.call(edgeReleasesCalls.update, { params: { id: edge.edgeId }, body: { releaseId } });
const rollBack = (person = owner) => person.call(edgeReleasesCalls.rollBack, { params: { id: edge.edgeId } });
const software = (person = owner) => person.call(edgeReleasesCalls.software, { params: { id: edge.edgeId } });
const memberWith = (permissions: string[]) =>
  server.person({ organizationId: owner.session.organization?.id ?? null, permissions });

const ofCore: CoreSoftware = {
  version: '0.1.0',
  previous: null,
  platform: process.platform,
  arch: process.arch,
  node: process.versions.node,
  dataFormat: 3,
  releaseKeys: [testReleaseKey],
};

/** The core of the test has its link, was started by its launcher, and says this of itself. */
async function connect(says: Partial<CoreSoftware> = {}): Promise<Record<string, unknown>[]> {
  const orders: Record<string, unknown>[] = [];
  edge.answer('software.status', () => ({ ...ofCore, ...says }));
  edge.answer('software.update', (order: Record<string, unknown>) => (orders.push(order), {}));
  edge.answer('software.rollBack', (order: Record<string, unknown>) => (orders.push(order), { version: '0.1.0' }));
  edge.answer('software.cancel', (order: Record<string, unknown>) => (orders.push(order), {}));
  await link();
  return orders;
}

async function link(): Promise<void> {
  const { nonce } = await edge.dial();
  edge.hello(nonce, { capabilities: ['update'] });
  await edge.next('welcome');
}

describe('a package that is refused', () => {
  it.each<[string, TestPackage, string]>([
    ['signed by nobody that is trusted', { key: makeReleaseKey() }, 'core_package_unsigned'],
    [
      'with a file that was changed',
      { entries: (all) => all.map((one, index) => (index < 2 ? one : { ...one, content: 'process.exit(1);\n' })) },
      'core_package_hash',
    ],
    ['cut off', { entries: (all) => all.slice(0, 2) }, 'core_package_broken'],
    [
      'with a link',
      { entries: (all) => [...all, { path: 'files/x', type: 'SymbolicLink', linkpath: '/' }] },
      'core_package_unsafe',
    ],
    ['that goes on and on after its last file', { trailing: 2_000_000 }, 'core_package_unsafe'],
    ['that needs a newer server', { manifest: { minServerVersion: '99.0.0' } }, 'core_package_protocol'],
    ['that speaks another protocol', { manifest: { linkProtocol: { min: 90, max: 91 } } }, 'core_package_protocol'],
  ])('%s', async (_name, request, code) => {
    expect(await upload(request)).toMatchObject({ body: { code } });
    expect((await owner.call(edgeReleasesCalls.list, { query: {} })).body.items).toEqual([]);
  });

  it('that is none, and that is empty', async () => {
    for (const body of [new Blob(['text'], { type: packageMediaType }), new Blob([], { type: packageMediaType })])
      expect(await owner.call(edgeReleasesCalls.upload, { body })).toMatchObject({
        status: 400,
        body: { code: 'core_package_broken' },
      });
  });

  it('beside another one of the organization, until that is there', async () => {
    const half = Promise.withResolvers<void>();
    const bytes = makePackage();
    async function* slowly() {
      yield bytes.subarray(0, 100);
      await half.promise;
      yield bytes.subarray(100);
    }
    const headers = { 'content-type': packageMediaType, authorization: `Bearer ${owner.session.accessToken}` };
    const sent = { method: 'POST', headers, body: slowly(), duplex: 'half' } as unknown as RequestInit;
    const first = fetch(new URL(edgeReleasesCalls.upload.path, server.url), sent);
    await vi.waitFor(
      () =>
        expect(readdirSync(server.platform.blobs.draftFolder).some((name) => name.startsWith('core-release-'))).toBe(
          true,
        ),
      5_000,
    );
    expect(await upload()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    half.resolve();
    expect((await first).status).toBe(201);
    expect((await upload({ manifest: { version: '0.2.2' } })).status).toBe(201);
  });

  it('a second time', async () => {
    const body = blobOf(makePackage());
    expect((await owner.call(edgeReleasesCalls.upload, { body })).status).toBe(201);
    expect(await owner.call(edgeReleasesCalls.upload, { body })).toMatchObject({
      status: 409,
      body: { code: 'core_release_exists' },
    });
  });

  it('from who may edit cores, but not the organization', async () => {
    expect((await upload({}, await memberWith(['CoreView', 'CoreEdit']))).status).toBe(403);
  });
});

describe('an update that is refused', () => {
  it('of somebody who may see the core only, and unknown to others', async () => {
    const { body } = await upload();
    const member = await memberWith(['CoreView']);
    expect([
      (await update(body.id, member)).status,
      (await rollBack(member)).status,
      (await software(member)).status,
    ]).toEqual([403, 403, 200]);
    const stranger = await server.person();
    expect([
      (await update(body.id, stranger)).status,
      (await rollBack(stranger)).status,
      (await software(stranger)).status,
    ]).toEqual([404, 404, 404]);
    expect((await stranger.call(edgeReleasesCalls.remove, { params: { id: body.id } })).status).toBe(404);
  });

  it('of a core that was never heard of, and of one that was started by hand', async () => {
    const { body } = await upload();
    expect(await update(body.id)).toMatchObject({ status: 409, body: { code: 'core_update_by_hand' } });
    await edge.connect();
    expect(await update(body.id)).toMatchObject({ status: 409, body: { code: 'core_update_by_hand' } });
    expect((await software()).body).toMatchObject({ isUpdatable: false, software: null, update: null });
  });

  it.each<[Partial<CoreSoftware>, string]>([
    [{ arch: 'mips' }, 'core_package_platform'],
    [{ node: '18.0.0' }, 'core_package_platform'],
    [{ dataFormat: 2000 }, 'core_update_data_format'],
    [{ releaseKeys: [] }, 'core_package_unsigned'],
    [{ version: '0.2.1' }, 'core_update_older'],
  ])('of a core with %o', async (says, code) => {
    const { body } = await upload();
    const orders = await connect(says);
    expect(await update(body.id)).toMatchObject({ body: { code } });
    expect(orders).toEqual([]);
  });

  it('while another one is under way, and back to nothing', async () => {
    const { body } = await upload();
    await connect();
    expect(await rollBack()).toMatchObject({ status: 409, body: { code: 'core_update_no_previous' } });
    expect((await update(body.id)).status).toBe(202);
    expect(await update(body.id)).toMatchObject({ status: 409, body: { code: 'core_update_running' } });
    expect(await owner.call(edgeReleasesCalls.remove, { params: { id: body.id } })).toMatchObject({
      status: 409,
      body: { code: 'core_update_running' },
    });
  });

  it('by the core itself is shown as failed', async () => {
    const { body } = await upload();
    edge.answer('software.update', () => {
      throw Object.assign(new Error(), { code: 'core_update_running' });
    });
    edge.answer('software.status', () => ofCore);
    const { nonce } = await edge.dial();
    edge.hello(nonce, { capabilities: ['update'] });
    await edge.next('welcome');
    expect((await update(body.id)).status).toBe(409);
    expect((await software()).body.update).toMatchObject({ state: 'failed', cause: 'core_update_running' });
  });
});

describe('a package is refused when as many are kept as may be', () => {
  /** What is kept already takes so much that a package of `bytes` no longer fits, by one byte. */
  const leaveRoomBelow = async (bytes: number): Promise<void> => {
    const organizationId = owner.session.organization?.id ?? '';
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .updateTable('coreReleases')
        .set({ bytes: keptPackageBytes + 1 - bytes })
        .execute(),
    );
  };
  const listed = async () => (await owner.call(edgeReleasesCalls.list, { query: {} })).body.items;

  it('with what it takes itself', async () => {
    await upload();
    const next = makePackage({ manifest: { version: '0.2.1' } });
    await leaveRoomBelow(next.length);
    expect(await owner.call(edgeReleasesCalls.upload, { body: blobOf(next) })).toMatchObject({
      status: 409,
      body: { code: 'core_releases_full' },
    });
    expect(await listed()).toHaveLength(1);
  });

  it('also when two come to two server processes at once', async () => {
    await upload();
    const packages = ['0.2.1', '0.2.2'].map((version) => makePackage({ manifest: { version } }));
    await leaveRoomBelow(packages[0].length + packages[1].length);
    const second = await startTestServer({
      env: { SIGHTLINE_RELEASE_KEYS: testReleaseKey },
      connectionString: server.connectionString,
      copyKeyFrom: server.dataDir,
    });
    try {
      const answers = await Promise.all(
        [server, second].map((one, index) =>
          one.call(edgeReleasesCalls.upload, { body: blobOf(packages[index]) }, owner.session.accessToken),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
      expect(await listed()).toHaveLength(2);
    } finally {
      await second.stop();
    }
  });
});

describe('an update of a core that is offline', () => {
  const hangUp = async (): Promise<void> => {
    edge.hangUp();
    await vi.waitFor(
      async () =>
        expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.state).toBe('offline'),
      { timeout: 5_000 },
    );
  };
  const offline = async (says: Partial<CoreSoftware> = {}): Promise<Record<string, unknown>[]> => {
    const orders = await connect(says);
    await hangUp();
    return orders;
  };

  it('waits, and travels when the core is connected again', async () => {
    const { body } = await upload();
    const orders = await offline();
    expect((await rollBack()).body).toMatchObject({ code: 'core_offline' });
    const { body: begun } = await update(body.id);
    expect(begun).toMatchObject({ state: 'waiting', isQueued: true });
    expect(await update(body.id)).toMatchObject({ status: 409, body: { code: 'core_update_running' } });
    expect(orders).toEqual([]);
    await link();
    await vi.waitFor(() => expect(orders).toMatchObject([{ updateId: begun.id, version: '0.2.0' }]), {
      timeout: 5_000,
    });
    await vi.waitFor(
      async () => expect((await software()).body.update).toMatchObject({ state: 'waiting', isQueued: false }),
      { timeout: 5_000 },
    );
  });

  it('is cancelled without it, and never told', async () => {
    const { body } = await upload();
    const orders = await offline();
    await update(body.id);
    expect((await owner.call(edgeReleasesCalls.cancel, { params: { id: edge.edgeId } })).status).toBe(200);
    expect((await software()).body.update).toMatchObject({ state: 'cancelled', isQueued: false });
    expect(orders).toEqual([]);
  });

  it('is cancelled without it, also when it was asked and did not answer', async () => {
    const { body } = await upload();
    let asked = 0;
    edge.answer('software.status', () => {
      asked += 1;
      throw Object.assign(new Error('busy'), { code: 'unavailable' });
    });
    await link();
    await hangUp();
    await update(body.id);
    await link();
    await vi.waitFor(() => expect(asked).toBe(1), { timeout: 5_000 });
    await hangUp();
    expect((await owner.call(edgeReleasesCalls.cancel, { params: { id: edge.edgeId } })).status).toBe(200);
    const { id = '', ...ended } = (await software()).body.update ?? {};
    expect(ended).toMatchObject({ state: 'cancelled', isQueued: false });
    // It had it nevertheless: that is seen.
    await link();
    edge.records(1, [
      {
        kind: 'softwareState',
        updateId: id,
        version: '0.2.0',
        progress: 0,
        cause: null,
        recordingGapMs: null,
        state: 'fetching',
      },
    ]);
    await vi.waitFor(async () => expect((await software()).body.update?.state).toBe('fetching'), { timeout: 5_000 });
  });

  it('that cannot take it any more ends with the reason', async () => {
    const { body } = await upload();
    const says: Partial<CoreSoftware> = {};
    await offline(says);
    await update(body.id);
    says.version = '0.3.0';
    await link();
    await vi.waitFor(
      async () => expect((await software()).body.update).toMatchObject({ state: 'failed', cause: 'core_update_older' }),
      { timeout: 5_000 },
    );
  });
});

describe('an update that is under way', () => {
  const report = { kind: 'softwareState', version: '0.2.0', progress: 1, cause: null, recordingGapMs: null } as const;
  const state = async () => (await software()).body.update;
  const cancel = () => owner.call(edgeReleasesCalls.cancel, { params: { id: edge.edgeId } });

  it('does not hold its package when its core was deleted', async () => {
    const { body } = await upload();
    await connect();
    await update(body.id);
    expect((await owner.call(edgesCalls.remove, { params: { id: edge.edgeId } })).status).toBe(200);
    expect((await owner.call(edgeReleasesCalls.remove, { params: { id: body.id } })).status).toBe(200);
  });

  it('and of which nothing was heard for a week holds nothing, and makes room', async () => {
    const { body } = await upload();
    await connect();
    const { body: first } = await update(body.id);
    const organizationId = owner.session.organization?.id ?? '';
    const changedAt = new Date(Date.now() - 8 * 86_400_000);
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.updateTable('coreUpdates').set({ changedAt }).execute(),
    );
    const { body: second } = await update(body.id);
    expect(second).toMatchObject({ state: 'waiting' });
    expect(second.id).not.toBe(first.id);
  });

  it('can be cancelled when its core is updated by hand by now', async () => {
    const { body } = await upload();
    const orders = await connect();
    await update(body.id);
    edge.hangUp();
    await edge.connect();
    expect((await cancel()).status).toBe(200);
    expect([orders.length, (await state())?.state]).toEqual([1, 'cancelled']);
  });

  it('ends here when its core is not let in any more: nobody else would end it, and its package is free', async () => {
    const { body } = await upload();
    const orders = await connect();
    const { body: begun } = await update(body.id);
    edge.records(1, [{ ...report, updateId: begun.id, state: 'fetching', progress: 0.5 }]);
    await vi.waitFor(async () => expect((await state())?.state).toBe('fetching'), { timeout: 5_000 });
    await owner.call(edgesCalls.revoke, { params: { id: edge.edgeId } });
    expect((await cancel()).status).toBe(200);
    expect([orders.length, await state()]).toMatchObject([1, { state: 'cancelled', cause: 'core_update_cancelled' }]);
    expect((await owner.call(edgeReleasesCalls.remove, { params: { id: body.id } })).status).toBe(200);
  });

  it('that was done before it was cancelled is shown as done', async () => {
    const { body } = await upload();
    edge.answer('software.cancel', async () => {
      edge.records(1, [{ ...report, updateId: begun.id, state: 'updated' }]);
      await vi.waitFor(async () => expect((await state())?.state).toBe('updated'), { timeout: 5_000 });
      return {};
    });
    edge.answer('software.status', () => ofCore);
    edge.answer('software.update', () => ({}));
    await link();
    const { body: begun } = await update(body.id);
    expect((await cancel()).status).toBe(200);
    expect((await state())?.state).toBe('updated');
  });

  it('although its core did not answer in time is shown as under way', async () => {
    const { body } = await upload();
    edge.answer('software.status', () => ofCore);
    edge.answer('software.update', () => {
      throw Object.assign(new Error(), { code: 'core_timeout' });
    });
    await link();
    await update(body.id);
    const failed = await state();
    expect(failed).toMatchObject({ state: 'failed', cause: 'core_timeout' });
    edge.records(1, [{ ...report, updateId: failed?.id ?? '', state: 'fetching' }]);
    await vi.waitFor(async () => expect((await state())?.state).toBe('fetching'), { timeout: 5_000 });
  });
});

it('an update travels to the core, which fetches it in pieces and reports how it ended', async () => {
  const bytes = makePackage();
  const { body: release } = await owner.call(edgeReleasesCalls.upload, { body: blobOf(bytes) });
  const orders = await connect({ previous: '0.0.9' });
  const { body: begun } = await update(release.id);
  expect(begun).toMatchObject({ version: '0.2.0', state: 'waiting', isRollBack: false });
  const order = orders[0] as { path: string; token: string; bytes: number; updateId: string };
  expect(order).toMatchObject({ updateId: begun.id, version: '0.2.0', bytes: bytes.length });

  const fetchFrom = (token: string, from: number, path = order.path) =>
    fetch(new URL(path, server.url), {
      headers: { authorization: `Bearer ${token}`, range: `bytes=${String(from)}-` },
    });
  const other = order.path.replace(release.id, edge.edgeId);
  expect([
    (await fetchFrom('wrong', 0)).status,
    (await fetchFrom(order.token, 0, other)).status,
    (await fetchFrom(order.token, bytes.length)).status,
  ]).toEqual([404, 404, 416]);
  const rest = await fetchFrom(order.token, 100);
  expect(rest.headers.get('content-range')).toBe(`bytes 100-${String(bytes.length - 1)}/${String(bytes.length)}`);
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100))).toBe(true);

  const report = {
    kind: 'softwareState',
    updateId: begun.id,
    version: '0.2.0',
    progress: 1,
    cause: null,
    recordingGapMs: null,
  } as const;
  edge.records(1, [
    { ...report, state: 'fetching', progress: 0.5 },
    { ...report, updateId: edge.edgeId, state: 'updated' },
    { ...report, state: 'rolledBack', cause: 'core_update_unproved', recordingGapMs: 4_200 },
    // What ended stays ended, and a number that cannot be breaks nothing.
    { ...report, state: 'fetching', recordingGapMs: Number.MAX_SAFE_INTEGER },
  ]);
  await vi.waitFor(
    async () =>
      expect((await software()).body.update).toMatchObject({
        state: 'rolledBack',
        cause: 'core_update_unproved',
        recordingGapMs: 4_200,
      }),
    { timeout: 10_000 },
  );
  expect((await fetchFrom(order.token, 0)).status).toBe(404);
  expect((await software()).body.software).toMatchObject({ version: '0.1.0', previous: '0.0.9' });

  expect((await rollBack()).body).toMatchObject({ version: '0.0.9', isRollBack: true });
  expect((await owner.call(edgeReleasesCalls.cancel, { params: { id: edge.edgeId } })).status).toBe(200);
  expect(orders.length).toBe(3);
  expect((await software()).body.update).toMatchObject({ state: 'cancelled', cause: 'core_update_cancelled' });
  expect((await owner.call(edgeReleasesCalls.remove, { params: { id: release.id } })).status).toBe(200);
  const { body: audit } = await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} });
  expect(audit.items.map(({ method }) => method)).toEqual(
    expect.arrayContaining([
      'core-release.upload',
      'core.update-software',
      'core.roll-back',
      'core.update-cancel',
      'core-release.remove',
    ]),
  );
});
