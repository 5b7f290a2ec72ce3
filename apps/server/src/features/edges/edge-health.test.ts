import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { deleteOldHeartbeats } from './edge-health.repository.ts';
import { answeredRange, heartbeatPoints, stepOf } from './heartbeat-points.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const startUtcMs = Date.UTC(2026, 5, 1, 12, 0, 0);

const health: EdgeHealth = {
  cpuShare: 0.25,
  memoryBytes: 4,
  memoryTotalBytes: 8,
  diskFreeBytes: 700,
  diskTotalBytes: 1000,
  uptimeMs: 5000,
  load: [0.5, 0.4, 0.3],
  temperatures: [
    { name: 'cpu', celsius: 51 },
    { name: 'disk', celsius: 38 },
  ],
  disks: [{ mount: '/mnt/big', kind: 'xfs', freeBytes: 700, totalBytes: 1000, holdsFootage: true }],
};

let nowUtcMs = startUtcMs;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;

beforeAll(async () => {
  server = await startTestServer({ clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowUtcMs = startUtcMs;
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const status = async (person = owner) => person.call(edgesCalls.systemStatus, { params: { id: edge.edgeId } });
const beats = async (fromUtcMs: number, toUtcMs: number, person = owner) =>
  person.call(edgesCalls.heartbeats, { params: { id: edge.edgeId }, query: { fromUtcMs, toUtcMs } });

/** How many heartbeats of the core are kept. */
const kept = async (): Promise<number> => {
  const organizationId = owner.session.activeOrganizationId ?? '';
  const { rows } = await server.platform.database.withOrganization(organizationId, (trx) =>
    sql<{
      count: number;
    }>`select coalesce(sum(beats), 0)::integer as count from edge_heartbeats where edge_id = ${edge.edgeId}`.execute(
      trx,
    ),
  );
  return rows[0]?.count ?? 0;
};

async function beat(change: Partial<EdgeHealth> = {}, outboxDepth = 0, clockOffsetMs = 3): Promise<void> {
  const before = edge.received.filter(({ type }) => type === 'heartbeatAck').length;
  const keptBefore = await kept();
  edge.send({ type: 'heartbeat', sentAtUtcMs: nowUtcMs, clockOffsetMs, health: { ...health, ...change }, outboxDepth });
  await vi.waitFor(() => expect(edge.received.filter(({ type }) => type === 'heartbeatAck').length).toBe(before + 1), {
    timeout: 10_000,
  });
  await vi.waitFor(async () => expect((await status()).body.lastSeenUtcMs).toBe(nowUtcMs), { timeout: 10_000 });
  // At the same instant it was seen before, as when it just connected.
  await vi.waitFor(async () => expect(await kept()).toBe(keptBefore + 1), { timeout: 10_000 });
}

describe('heartbeats of a core', () => {
  it.each([
    [startUtcMs, startUtcMs],
    [startUtcMs, startUtcMs - 1],
    [startUtcMs - 15 * dayMs, startUtcMs],
  ])('refuses a range from %i to %i', async (from, to) => {
    expect(await beats(from, to)).toMatchObject({ status: 400, body: { code: 'search_range_invalid' } });
  });

  it('are not there for people of another organization, and not for members without the right', async () => {
    expect((await beats(startUtcMs - minuteMs, startUtcMs, await server.person())).status).toBe(404);
    const member = await server.person({
      organizationId: owner.session.organization?.id ?? null,
      permissions: ['SearchView'],
    });
    expect((await beats(startUtcMs - minuteMs, startUtcMs, member)).status).toBe(403);
    expect((await status(member)).status).toBe(403);
  });

  it('EDGE-003 EDGE-005 are told minute by minute, with the worst of each figure, and the times in which nothing was heard', async () => {
    await edge.connect();
    await beat();
    nowUtcMs += 5_000;
    await beat({ cpuShare: 0.75, diskFreeBytes: 600, temperatures: [{ name: 'cpu', celsius: 60 }] }, 7);
    nowUtcMs = startUtcMs + 3 * minuteMs;
    await beat({ temperatures: null });
    nowUtcMs += minuteMs;
    const { body } = await beats(startUtcMs, nowUtcMs);
    expect(body).toMatchObject({
      fromUtcMs: startUtcMs,
      toUtcMs: nowUtcMs,
      stepMs: minuteMs,
      firstHeardUtcMs: startUtcMs,
    });
    expect(body.points.map((point) => [point.beats, point.expected, point.celsius])).toEqual([
      [2, 12, 60],
      [0, 12, null],
      [0, 12, null],
      [1, 12, null],
    ]);
    expect(body.points[0]).toMatchObject({
      cpuShare: 0.75,
      memoryShare: 0.5,
      diskFreeBytes: 600,
      load: 0.5,
      outboxDepth: 7,
      clockOffsetMs: 3,
    });
    expect(body.points[1]?.cpuShare).toBeNull();
  });

  it('EDGE-005 tell how far the clock was off at worst, whether ahead or behind', async () => {
    await edge.connect();
    for (const offset of [20, -9_000, 40]) {
      nowUtcMs += 1_000;
      await beat({}, 0, offset);
    }
    nowUtcMs = startUtcMs + minuteMs;
    await beat({}, 0, 500);
    nowUtcMs = startUtcMs + 2 * minuteMs;
    const offsets = async (fromUtcMs: number) =>
      (await beats(fromUtcMs, nowUtcMs)).body.points
        .filter((point) => point.beats > 0)
        .map((point) => point.clockOffsetMs);
    expect(await offsets(startUtcMs)).toEqual([-9_000, 500]);
    // Several minutes in one span.
    expect(await offsets(startUtcMs - 999 * minuteMs)).toEqual([-9_000]);
  });

  it('a core that lies cannot break its history', async () => {
    await edge.connect();
    await beat(
      { cpuShare: 1e300, memoryBytes: 1e300, memoryTotalBytes: 1, diskFreeBytes: 1e300, load: [1e300, 0, 0] },
      Number.MAX_SAFE_INTEGER,
    );
    nowUtcMs += minuteMs;
    const { body } = await beats(startUtcMs, nowUtcMs);
    expect(body.points[0]).toMatchObject({ beats: 1, cpuShare: 1, memoryShare: 1 });
  });

  it('are thrown away after 14 days', async () => {
    await edge.connect();
    await beat();
    nowUtcMs = startUtcMs + 14 * dayMs + minuteMs;
    const { database } = server.platform;
    await deleteOldHeartbeats(database, new Date(nowUtcMs - 14 * dayMs));
    nowUtcMs = startUtcMs + minuteMs;
    const { body } = await beats(startUtcMs, nowUtcMs);
    expect(body.points.map((point) => point.beats)).toEqual([0]);
  });
});

describe('the state of the machine', () => {
  it('is empty before a core was ever heard', async () => {
    expect((await status()).body).toMatchObject({
      edgeHeartBeatStatus: 'never',
      health: null,
      lanAddresses: [],
      metadata: { bucketTransitions: null },
    });
  });

  it('EDGE-001 EDGE-004 EDGE-008 tells disks, temperatures, addresses, and whether the core is heard', async () => {
    const { nonce } = await edge.dial();
    edge.hello(nonce, { lanAddresses: ['192.168.1.9'] });
    await edge.next('welcome');
    await beat({}, 4);
    expect((await status()).body).toMatchObject({
      edgeHeartBeatStatus: 'steady',
      state: 'online',
      health,
      publicAddress: expect.any(String),
      lanAddresses: ['192.168.1.9'],
      outboxDepth: 4,
    });
    nowUtcMs += 16_000;
    expect((await status()).body.edgeHeartBeatStatus).toBe('late');
    edge.hangUp();
    await vi.waitFor(
      async () => expect((await status()).body).toMatchObject({ edgeHeartBeatStatus: 'silent', publicAddress: null }),
      { timeout: 10_000 },
    );
  });

  it('EDGE-014 says since when the minute, hour and day of its heartbeats are open', async () => {
    await edge.connect();
    await beat();
    nowUtcMs += 10_000;
    await beat();
    const transitions = async () => (await status()).body.metadata.bucketTransitions;
    expect(await transitions()).toEqual({ minuteUtcMs: startUtcMs, hourUtcMs: startUtcMs, dayUtcMs: startUtcMs });
    nowUtcMs = startUtcMs + 90_000;
    await beat();
    expect(await transitions()).toEqual({ minuteUtcMs: nowUtcMs, hourUtcMs: startUtcMs, dayUtcMs: startUtcMs });
    nowUtcMs = startUtcMs + dayMs + 5_000;
    owner = await server.person({ organizationId: owner.session.organization?.id ?? null, permissions: ['CoreView'] });
    await beat();
    expect(await transitions()).toEqual({ minuteUtcMs: nowUtcMs, hourUtcMs: nowUtcMs, dayUtcMs: nowUtcMs });
  });
});

describe('spans of an answer', () => {
  it('are whole minutes and never more than 400', () => {
    expect(stepOf(minuteMs)).toBe(minuteMs);
    for (const rangeMs of [dayMs, 7 * dayMs, 14 * dayMs]) expect(rangeMs / stepOf(rangeMs)).toBeLessThanOrEqual(400);
  });

  it('end now, and what has not come is not expected', () => {
    const range = answeredRange({ fromUtcMs: startUtcMs + 1, toUtcMs: startUtcMs + dayMs }, startUtcMs + 90_000);
    expect(range).toEqual({ fromUtcMs: startUtcMs, toUtcMs: startUtcMs + 90_000, stepMs: minuteMs });
    expect(heartbeatPoints(range, []).points.map(({ expected }) => expected)).toEqual([12, 6]);
    expect(
      heartbeatPoints(answeredRange({ fromUtcMs: startUtcMs + dayMs, toUtcMs: startUtcMs + 2 * dayMs }, startUtcMs), [])
        .points,
    ).toEqual([]);
  });
});

describe('the log and the addresses of a core', () => {
  const logs = (person = owner) =>
    person.call(edgesCalls.logs, { params: { id: edge.edgeId }, query: { level: 'warn', text: 'disk' } });
  const gate = { macAddress: '02:00:00:00:00:01', ip: '10.0.0.9', name: 'gate' };
  const state = {
    isInstalled: true,
    enabled: true,
    isRunning: true,
    failure: null,
    settings: null,
    interfaces: [],
    leases: [],
    reserved: [gate],
    probe: null,
  };

  it('EDGE-012 are refused to who may see the core only, and unknown to others', async () => {
    const member = await server.person({
      organizationId: owner.session.organization?.id ?? null,
      permissions: ['CoreView'],
    });
    expect((await logs(member)).status).toBe(403);
    expect((await logs(await server.person())).status).toBe(404);
    expect((await member.call(edgesCalls.reserveAddress, { params: { id: edge.edgeId }, body: gate })).status).toBe(
      403,
    );
    expect(
      (await member.call(edgesCalls.setDhcp, { params: { id: edge.edgeId }, body: { enabled: false, settings: null } }))
        .status,
    ).toBe(403);
    expect((await member.call(edgesCalls.recoveryDocument, { params: { id: edge.edgeId } })).status).toBe(403);
  });

  it('say that the core is offline, and refuse what is no hardware address', async () => {
    expect(await logs()).toMatchObject({ status: 503, body: { code: 'core_offline' } });
    expect(
      (
        await owner.call(edgesCalls.reserveAddress, {
          params: { id: edge.edgeId },
          body: { ...gate, macAddress: '01:00:5e:00:00:01' },
        })
      ).status,
    ).toBe(400);
  });

  it('EDGE-002 EDGE-009 come from the core as they are; what it gives out is kept for the machine that takes its place', async () => {
    await edge.connect();
    edge.answer('logs.read', (query: { text: string; after?: string }) => ({
      items: [{ at: startUtcMs, level: 'warn', process: 'core', message: query.text, fields: '', cursor: '1.0' }],
      before: null,
      after: query.after ?? '1.9',
    }));
    edge.answer('dhcp.reserve', () => state);
    expect((await logs()).body).toMatchObject({ items: [{ message: 'disk', process: 'core' }], after: '1.9' });
    const followed = await owner.call(edgesCalls.logs, {
      params: { id: edge.edgeId },
      query: { after: '1.1200', limit: 200 },
    });
    expect(followed).toMatchObject({ status: 200, body: { after: '1.1200' } });
    const reserved = await owner.call(edgesCalls.reserveAddress, {
      params: { id: edge.edgeId },
      body: { ...gate, macAddress: '02-00-00-00-00-01' },
    });
    expect(reserved).toMatchObject({ status: 200, body: { reserved: [gate] } });
    const { body } = await owner.call(edgesCalls.recoveryDocument, { params: { id: edge.edgeId } });
    expect(body.dhcp).toEqual({ enabled: true, settings: null, reserved: [gate] });
  });

  it('EDGE-009 are written down before the core is asked, and its refusal after', async () => {
    await edge.connect();
    edge.answer('dhcp.release', () => {
      throw Object.assign(new Error('refused'), { code: 'dhcp_other_server' });
    });
    const organizationId = owner.session.organization?.id ?? '';
    const audited = () =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx
          .selectFrom('auditEntries')
          .select(['action', 'data'])
          .where('action', 'like', 'core.dhcp%')
          .orderBy('at')
          .execute(),
      );
    const request = { enabled: false, settings: null };
    const answer = owner.call(edgesCalls.setDhcp, { params: { id: edge.edgeId }, body: request });
    await edge.next('request', ({ command }) => command === 'dhcp.set');
    expect(await audited()).toEqual([{ action: 'core.dhcp', data: request }]);
    const { macAddress } = gate;
    expect((await owner.call(edgesCalls.releaseAddress, { params: { id: edge.edgeId, macAddress } })).status).toBe(409);
    expect((await audited()).slice(1)).toEqual([
      { action: 'core.dhcp.release', data: { macAddress } },
      { action: 'core.dhcp.release', data: { macAddress, failure: 'dhcp_other_server' } },
    ]);
    edge.hangUp();
    expect((await answer).body).toMatchObject({ code: 'core_offline' });
  });

  it('say of a reservation that is not there that it is not', async () => {
    await edge.connect();
    edge.answer('dhcp.release', () => {
      throw Object.assign(new Error('refused'), { code: 'not_found' });
    });
    const answer = await owner.call(edgesCalls.releaseAddress, {
      params: { id: edge.edgeId, macAddress: '02:00:00:00:00:09' },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('pass on why the core refused', async () => {
    await edge.connect();
    edge.answer('dhcp.set', () => {
      throw Object.assign(new Error('refused'), { code: 'dhcp_other_server' });
    });
    const answer = await owner.call(edgesCalls.setDhcp, {
      params: { id: edge.edgeId },
      body: { enabled: false, settings: null },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'dhcp_other_server' } });
    expect(
      (await owner.call(edgesCalls.releaseAddress, { params: { id: newId(), macAddress: gate.macAddress } })).status,
    ).toBe(404);
  });
});
