import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { CoreSoftware } from '@sightline/contracts/edge-releases/core-software';
import { edgeReleasesCalls, packageMediaType } from '@sightline/contracts/edge-releases/edge-releases.api';
import { edgeRollOutsCalls } from '@sightline/contracts/edge-releases/edge-roll-outs.api';
import type { RollOutDetails } from '@sightline/contracts/edge-releases/roll-out';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { makePackage, testReleaseKey } from '@sightline/testing/edge-releases/make-package';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeKey, TestEdge } from '../../../testing/link/test-edge.ts';
import { insertRollOut } from './roll-outs.repository.ts';
import { answerPatienceMs, switchPatienceMs } from './roll-out-policy.ts';

let server: TestServer;
let owner: TestPerson;
let locationId: string;
let releaseId: string;
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const minute = 60_000;
const soon = { timeout: 8_000, interval: 30 };

beforeAll(async () => {
  server = await startTestServer({ clock, env: { SIGHTLINE_RELEASE_KEYS: testReleaseKey, SIGHTLINE_BUS: 'postgres' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  aheadMs = 0;
  await beginOrganization();
});

/** An organization with a site and a package, and nothing else. */
async function beginOrganization(): Promise<void> {
  owner = await server.person();
  locationId = (await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } })).body.id;
  const body = new Blob([new Uint8Array(makePackage())], { type: packageMediaType });
  releaseId = (await owner.call(edgeReleasesCalls.upload, { body })).body.id;
}

/** A core as it answers: what it runs, what it was told, and how its updates end. */
class PlayedCore {
  readonly edge: TestEdge;
  readonly orders: { updateId: string }[] = [];
  version = '0.1.0';
  says: Partial<CoreSoftware> = {};
  /** It answers nothing but this. */
  refusal: ErrorCode | null = null;
  refusals = 0;
  #sequence = 1;

  constructor(edge: TestEdge) {
    this.edge = edge;
    this.answer(edge);
  }

  get id(): string {
    return this.edge.edgeId;
  }

  answer(edge: TestEdge): void {
    const { platform, arch, versions } = process;
    const facts = { previous: null, platform, arch, node: versions.node, dataFormat: 3, releaseKeys: [testReleaseKey] };
    edge.answer('software.status', () => {
      if (this.refusal === null) return { version: this.version, ...facts, ...this.says };
      this.refusals += 1;
      throw Object.assign(new Error('refused'), { code: this.refusal });
    });
    edge.answer('software.update', (order: { updateId: string }) => (this.orders.push(order), {}));
  }

  async link(): Promise<void> {
    const { nonce } = await this.edge.dial();
    this.edge.hello(nonce, { capabilities: ['update'], version: this.version });
    await this.edge.next('welcome');
  }

  async unlink(): Promise<void> {
    this.edge.hangUp();
    await vi.waitFor(async () => {
      const { body } = await owner.call(edgesCalls.get, { params: { id: this.id } });
      if (body.state !== 'offline') throw new Error(body.state);
    }, soon);
  }

  /** The update that it was told of last ends so. */
  async ends(state: 'updated' | 'rolledBack' | 'switching', cause: ErrorCode | null = null): Promise<void> {
    const updateId = await vi.waitFor(() => {
      const order = this.orders.at(-1);
      if (!order) throw new Error('it was told of no update');
      return order.updateId;
    }, soon);
    if (state === 'updated') this.version = '0.2.0';
    this.edge.records(this.#sequence, [
      { kind: 'softwareState', updateId, version: '0.2.0', state, progress: 1, cause, recordingGapMs: null },
    ]);
    this.#sequence += 1;
  }
}

async function makeCore(name: string, place = locationId): Promise<PlayedCore> {
  const { body } = await owner.call(edgesCalls.create, { body: { name, locationId: place } });
  const code = await owner.call(edgesCalls.createClaimCode, { params: { id: body.id } });
  const { privateKey, publicKey } = makeKey();
  await server.call(edgesCalls.claim, {
    body: { code: code.body.code, publicKey, version: '0.1.0', hostname: 'test' },
  });
  const core = new PlayedCore(new TestEdge({ url: server.url, edgeId: body.id, locationId: place, privateKey }));
  await core.link();
  return core;
}

const makeCores = async (...names: string[]): Promise<PlayedCore[]> => {
  const cores = [];
  for (const name of names) cores.push(await makeCore(name));
  return cores;
};

type Request = Parameters<typeof begin>[0];
const begin = (
  request: {
    edgeIds?: string[];
    locationIds?: string[];
    firstEdgeId?: string;
    atOnce?: number;
    hours?: { fromMinute: number; toMinute: number };
  } = {},
  by = owner,
) => by.call(edgeRollOutsCalls.create, { body: { releaseId, settleMinutes: 1, ...request } });
const begun = async (request: Request = {}): Promise<string> => {
  const { status, body } = await begin(request);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const get = async (id: string, by = owner): Promise<RollOutDetails> =>
  (await by.call(edgeRollOutsCalls.get, { params: { id } })).body;
const deed = (name: 'pause' | 'resume' | 'cancel', id: string, by = owner) =>
  by.call(edgeRollOutsCalls[name], { params: { id } });
const skip = (id: string, edgeId: string, by = owner) =>
  by.call(edgeRollOutsCalls.skip, { params: { id }, body: { edgeId } });
const statesOf = ({ state, cores }: RollOutDetails): string =>
  [state, ...cores.map((core) => `${core.name}:${core.state}`)].join(' ');
/** Whoever lets go on what goes on already lets it look at once. */
const becomes = (id: string, states: string) =>
  vi.waitFor(async () => {
    await deed('resume', id);
    expect(statesOf(await get(id))).toBe(states);
  }, soon);
const memberWith = (permissions: string[], edgeId?: string) =>
  server.person({
    organizationId: owner.session.organization?.id ?? null,
    permissions,
    ...(edgeId === undefined ? {} : { edgeId }),
  });

describe('a roll-out that is refused', () => {
  it('without the right, of another organization, and about cores that one may not edit', async () => {
    const [a, b] = await makeCores('A', 'B');
    const viewer = await memberWith(['CoreView']);
    expect((await begin({}, viewer)).status).toBe(403);
    const ofOne = await memberWith(['CoreView', 'CoreEdit'], a!.id);
    expect(await begin({ edgeIds: [a!.id, b!.id] }, ofOne)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await begin({ edgeIds: [a!.id], firstEdgeId: b!.id }, ofOne)).toMatchObject({ status: 404 });
    const stranger = await server.person();
    expect(await begin({ edgeIds: [a!.id] }, stranger)).toMatchObject({ status: 404 });
    expect(await begin({ locationIds: [a!.id] })).toMatchObject({ status: 404 });
    const id = await begun();
    for (const answer of [
      await deed('cancel', id, stranger),
      await skip(id, a!.id, stranger),
      await deed('pause', id, stranger),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await stranger.call(edgeRollOutsCalls.list, { query: {} })).body.items).toEqual([]);
    // Who may edit one of them sees that one, and decides about none.
    expect((await get(id, ofOne)).cores.map(({ name }) => name)).toEqual(['A']);
    expect(await deed('cancel', id, ofOne)).toMatchObject({ status: 403 });
    expect(await deed('cancel', id, viewer)).toMatchObject({ status: 403 });
    expect((await get(id)).state).toBe('running');
  });

  it('with values that cannot be', async () => {
    const call = (body: object) => owner.call(edgeRollOutsCalls.create, { body: { releaseId, ...body } as never });
    for (const body of [
      { settleMinutes: 0 },
      { settleMinutes: 1_441 },
      { atOnce: 51 },
      { hours: { fromMinute: 60, toMinute: 60 } },
      { edgeIds: [] },
    ])
      expect(await call(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await call({ edgeIds: [releaseId], locationIds: [locationId] })).toMatchObject({
      body: { code: 'validation_failed' },
    });
    expect(await call({ releaseId: locationId })).toMatchObject({ status: 404 });
  });

  it('for nobody, beside another one, and with a core that is in one', async () => {
    expect(await begin()).toMatchObject({ status: 400, body: { code: 'core_roll_out_empty' } });
    const [a] = await makeCores('A', 'B');
    await begun({ edgeIds: [a!.id] });
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'core_roll_out_running' } });
    expect(await begin({ edgeIds: [a!.id] })).toMatchObject({ status: 409, body: { code: 'core_in_roll_out' } });
    const single = await owner.call(edgeReleasesCalls.update, { params: { id: a!.id }, body: { releaseId } });
    expect(single).toMatchObject({ status: 409, body: { code: 'core_in_roll_out' } });
    const software = await owner.call(edgeReleasesCalls.software, { params: { id: a!.id } });
    expect(software.body.rollOut).toMatchObject({ version: '0.2.0', state: 'running' });
    expect(await owner.call(edgeReleasesCalls.remove, { params: { id: releaseId } })).toMatchObject({ status: 409 });
  });
});

it('says of each core whether it could take the package', async () => {
  const [a, b, c, d] = await makeCores('A', 'B', 'C', 'D');
  b!.says = { arch: 'mips' };
  await c!.unlink();
  await d!.unlink();
  d!.version = '0.2.0';
  await d!.link();
  const { body } = await owner.call(edgeRollOutsCalls.candidates, { params: { id: releaseId } });
  expect(body.items.map(({ name, isOnline, isCurrent, problem }) => [name, isOnline, isCurrent, problem])).toEqual([
    ['A', true, false, null],
    ['B', true, false, 'core_package_platform'],
    ['C', false, false, null],
    ['D', true, true, null],
  ]);
  // One that has nothing to take is not the first one, and nobody is in its stead.
  expect(await begin({ firstEdgeId: d!.id })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', data: { fields: ['firstEdgeId'] } },
  });
  const ofOne = await memberWith(['CoreView', 'CoreEdit'], a!.id);
  expect((await ofOne.call(edgeRollOutsCalls.candidates, { params: { id: releaseId } })).body.items.length).toBe(1);
});

it('updates one core, watches it, and then the others; one that is away is updated when it comes back', async () => {
  const [a, b, c] = await makeCores('A', 'B', 'C');
  await c!.unlink();
  const id = await begun({ firstEdgeId: b!.id });
  await becomes(id, 'running A:waiting B:updating C:waiting');
  expect((await get(id)).cores.map(({ waitsFor, wave }) => [waitsFor, wave])).toEqual([
    ['turn', null],
    [null, 1],
    ['link', null],
  ]);
  await b!.ends('updated');
  await becomes(id, 'running A:waiting B:settling C:waiting');
  expect(a!.orders).toEqual([]);
  aheadMs += minute + 1;
  await becomes(id, 'running A:updating B:updated C:waiting');
  await a!.ends('updated');
  await becomes(id, 'running A:settling B:updated C:waiting');
  aheadMs += minute + 1;
  await becomes(id, 'running A:updated B:updated C:waiting');
  await c!.link();
  await c!.ends('updated');
  await becomes(id, 'running A:updated B:updated C:settling');
  aheadMs += minute + 1;
  await becomes(id, 'done A:updated B:updated C:updated');
  // Each was told once.
  expect([a!, b!, c!].map(({ orders }) => orders.length)).toEqual([1, 1, 1]);
  expect(await deed('pause', id)).toMatchObject({ status: 409, body: { code: 'core_roll_out_ended' } });
});

it('stops when a core fails, goes on without it, and leaves alone what cannot take the package', async () => {
  const [a, b, c] = await makeCores('A', 'B', 'C');
  b!.says = { arch: 'mips' };
  const id = await begun();
  await a!.ends('rolledBack', 'core_update_unproved');
  await becomes(id, 'stopped A:failed B:waiting C:waiting');
  expect((await get(id)).cores[0]).toMatchObject({ cause: 'core_update_unproved', wave: 1 });
  for (const name of ['pause', 'resume'] as const)
    expect(await deed(name, id)).toMatchObject({ status: 409, body: { code: 'core_roll_out_stopped' } });
  // Nobody is begun before somebody says so.
  expect((await skip(id, a!.id)).body.state).toBe('paused');
  await becomes(id, 'running A:skipped B:unfit C:updating');
  expect(await skip(id, c!.id)).toMatchObject({ status: 409, body: { code: 'core_update_running' } });
  await c!.ends('switching');
  await vi.waitFor(async () => {
    const { body } = await owner.call(edgeReleasesCalls.software, { params: { id: c!.id } });
    expect(body.update?.state).toBe('switching');
  }, soon);
  const changedAt = new Date(clock() - switchPatienceMs - 1_000);
  const organizationId = owner.session.organization?.id ?? '';
  await server.platform.database.withOrganization(organizationId, (trx) =>
    trx.updateTable('coreUpdates').set({ changedAt }).where('state', '=', 'switching').execute(),
  );
  await becomes(id, 'stopped A:skipped B:unfit C:failed');
  expect((await get(id)).cores[2]?.cause).toBe('core_update_no_return');
  expect((await deed('cancel', id)).body.state).toBe('cancelled');
  const { body: audit } = await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} });
  expect(audit.items.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['core-roll-out.create', 'core-roll-out.skip', 'core-roll-out.cancel']),
  );
  expect(b!.orders).toEqual([]);
});

it('begins nothing while it is paused, out of its hours, or cancelled', async () => {
  const [a, b, c] = await makeCores('A', 'B', 'C');
  const now = new Date(clock());
  const minuteOfDay = now.getUTCHours() * 60 + now.getUTCMinutes();
  const hours = { fromMinute: (minuteOfDay + 3) % 1440, toMinute: (minuteOfDay + 90) % 1440 };
  const id = await begun({ edgeIds: [a!.id, b!.id, c!.id], hours });
  expect((await get(id)).cores.map(({ waitsFor }) => waitsFor)).toEqual(['hours', 'hours', 'hours']);
  expect((await deed('pause', id)).body.state).toBe('paused');
  aheadMs += 4 * minute;
  expect((await get(id)).cores.map(({ waitsFor }) => waitsFor)).toEqual(['turn', 'turn', 'turn']);
  // Asked to look, the server begins nobody.
  await skip(id, c!.id);
  expect((await get(id)).cores.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'skipped']);
  expect((await deed('resume', id)).body.state).toBe('running');
  await becomes(id, 'running A:updating B:waiting C:skipped');
  await deed('cancel', id);
  await a!.ends('updated');
  await becomes(id, 'cancelled A:settling B:skipped C:skipped');
  expect(b!.orders).toEqual([]);
  const { body: audit } = await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} });
  expect(audit.items.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['core-roll-out.pause', 'core-roll-out.resume', 'core.update-software']),
  );
});

it('takes an update back that did not reach its core, and begins it anew when the core is there and it may', async () => {
  const [a] = await makeCores('A');
  a!.refusal = 'unavailable';
  const id = await begun();
  await becomes(id, 'running A:updating');
  await vi.waitFor(() => expect(a!.refusals).toBe(1), soon);
  await deed('pause', id);
  await a!.unlink();
  aheadMs += answerPatienceMs + 1_000;
  await vi.waitFor(async () => expect(statesOf(await get(id))).toBe('paused A:waiting'), soon);
  expect((await get(id)).cores[0]).toMatchObject({ waitsFor: 'link', wave: null });
  a!.refusal = null;
  await a!.link();
  expect(a!.orders).toEqual([]);
  await becomes(id, 'running A:updating');
  await a!.ends('updated');
  await becomes(id, 'running A:settling');
  expect(a!.orders.length).toBe(1);
});

it('stays paused when a core that was under way fails and is left out', async () => {
  const [a, b] = await makeCores('A', 'B');
  const id = await begun();
  await becomes(id, 'running A:updating B:waiting');
  await deed('pause', id);
  await a!.ends('rolledBack', 'core_update_unproved');
  await vi.waitFor(async () => expect(statesOf(await get(id))).toBe('stopped A:failed B:waiting'), soon);
  expect((await skip(id, a!.id)).body.state).toBe('paused');
  // The server looks at it again, and begins nobody.
  expect((await skip(id, a!.id)).body.state).toBe('paused');
  expect(b!.orders).toEqual([]);
  await becomes(id, 'running A:skipped B:updating');
});

it('needs its package from the moment at which it begins', async () => {
  const [a] = await makeCores('A');
  const organizationId = owner.session.organization?.id ?? '';
  const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
  const { promise: standing, resolve: stands } = Promise.withResolvers<void>();
  // One of the same kind that does not come about: what begins meanwhile waits for it, half done.
  const other = server.platform.database
    .withOrganization(organizationId, async (trx) => {
      const { platform, arch } = process;
      const facts = {
        releaseId: newId(),
        version: '0.2.0',
        platform,
        arch,
        settleMinutes: 1,
        atOnce: 1,
        firstEdgeId: null,
        fromMinute: null,
        toMinute: null,
      };
      const at = new Date(clock());
      await insertRollOut(
        trx,
        { organizationId, id: newId(), ...facts, state: 'running', requestedBy: null, requestedAt: at, changedAt: at },
        [a!.id],
      );
      stands();
      await letGo;
      throw new Error('it does not come about');
    })
    .catch(() => undefined);
  await standing;
  /** Connections that wait for another one. */
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and not l.granted`.execute(server.platform.database.global);
    return rows[0]?.n ?? 0;
  };
  const beginning = begin();
  await vi.waitFor(async () => expect(await waiting()).toBe(1), soon);
  let isRemoved = false;
  const removal = owner.call(edgeReleasesCalls.remove, { params: { id: releaseId } }).finally(() => (isRemoved = true));
  await vi.waitFor(async () => expect(isRemoved || (await waiting()) === 2).toBe(true), soon);
  go();
  await other;
  expect((await beginning).status).toBe(201);
  expect(await removal).toMatchObject({ status: 409, body: { code: 'core_roll_out_running' } });
});

it('goes on although another organization cannot', async () => {
  const [a] = await makeCores('A');
  await a!.unlink();
  await begun();
  const setZone = (timeZone: string) =>
    server.platform.database.withOrganization(broken, (trx) =>
      trx.updateTable('locations').set({ timeZone }).execute(),
    );
  const broken = owner.session.organization?.id ?? '';
  await setZone('Nowhere/Nowhere');
  try {
    await beginOrganization();
    const [b] = await makeCores('B');
    await becomes(await begun(), 'running B:updating');
    await vi.waitFor(() => expect(b!.orders.length).toBe(1), soon);
  } finally {
    await setZone('UTC');
  }
});

it('is driven by one server process at a time, and goes on in another one when that ends', async () => {
  const env = { SIGHTLINE_RELEASE_KEYS: testReleaseKey, SIGHTLINE_BUS: 'postgres' };
  const second = await startTestServer({
    clock,
    env,
    connectionString: server.connectionString,
    copyKeyFrom: server.dataDir,
  });
  const third = await startTestServer({
    clock,
    env,
    connectionString: server.connectionString,
    copyKeyFrom: server.dataDir,
  });
  try {
    const [a, b] = await makeCores('A', 'B');
    const { body } = await second.call(
      edgeRollOutsCalls.create,
      { body: { releaseId, settleMinutes: 1 } },
      owner.session.accessToken,
    );
    const { id } = body;
    await becomes(id, 'running A:updating B:waiting');
    await a!.ends('updated');
    await becomes(id, 'running A:settling B:waiting');
    await second.stop();
    aheadMs += minute + 1;
    await b!.ends('updated');
    await becomes(id, 'running A:updated B:settling');
    aheadMs += minute + 1;
    await becomes(id, 'done A:updated B:updated');
    expect([a!.orders.length, b!.orders.length]).toEqual([1, 1]);
  } finally {
    await third.stop();
  }
});
