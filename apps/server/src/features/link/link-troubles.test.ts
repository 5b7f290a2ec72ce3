import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let admin: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  admin = new pg.Client({ connectionString: server.connectionString });
  await admin.connect();
  // What PostgreSQL says when it cannot make a file longer.
  await admin.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
});

const hourMs = 3_600_000;
const soon = { timeout: 20_000 };
const health: EdgeHealth = {
  cpuShare: 0,
  memoryBytes: 0,
  memoryTotalBytes: 0,
  diskFreeBytes: 0,
  diskTotalBytes: 0,
  uptimeMs: 0,
};
const beat = (clockOffsetMs: number): void =>
  edge.send({ type: 'heartbeat', sentAtUtcMs: Date.now(), clockOffsetMs, health, outboxDepth: 0 });
const notices = async () =>
  (await owner.call(edgesCalls.notices, { params: { id: edge.edgeId }, query: {} })).body.items.map(
    ({ code, detail }) => ({ code, detail }),
  );

describe('a clock of a core that is wrong', () => {
  it('is told with the first heartbeat that shows it, once, and again when it is wrong by something else', async () => {
    await edge.connect();
    beat(500);
    beat(72 * hourMs + 5_000);
    beat(72 * hourMs + 5_400);
    await vi.waitFor(
      async () => expect(await notices()).toEqual([{ code: 'core_clock_wrong', detail: '+72:00:05' }]),
      soon,
    );
    const { nonce } = await edge.dial();
    edge.hello(nonce, { clockUtcMs: Date.now() + 72 * hourMs + 5_000 });
    await edge.next('welcome');
    beat(72 * hourMs + 5_200);
    beat(-2 * hourMs);
    await vi.waitFor(
      async () => expect(await notices()).toContainEqual({ code: 'core_clock_wrong', detail: '-02:00:00' }),
      soon,
    );
    expect((await notices()).filter(({ detail }) => detail.startsWith('+72'))).toHaveLength(1);
  });

  it('is told when it drifts there little by little, and not again when it goes back and forth', async () => {
    await edge.connect();
    for (const offsetMs of [30_000, 58_000, 61_000, 59_000, 62_000, 64_000]) beat(offsetMs);
    await vi.waitFor(
      async () => expect(await notices()).toEqual([{ code: 'core_clock_wrong', detail: '+00:01:01' }]),
      soon,
    );
    beat(-2 * hourMs);
    await vi.waitFor(async () => expect(await notices()).toHaveLength(2), soon);
  });

  it('is told with the hello already', async () => {
    const { nonce } = await edge.dial();
    edge.hello(nonce, { clockUtcMs: Date.now() - 72 * hourMs });
    await edge.next('welcome');
    expect(await notices()).toMatchObject([
      { code: 'core_clock_wrong', detail: expect.stringMatching(/^-7[12]:/) as string },
    ]);
  });
});

describe('a disk of the server that is full', () => {
  it('costs a call 507 with what to do, and a core neither its link nor what it said', async () => {
    await admin.query('create trigger full_disk before insert on locations for each row execute function no_room()');
    const answer = await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } });
    await admin.query('drop trigger full_disk on locations');
    expect(answer).toMatchObject({ status: 507, body: { code: 'server_disk_full' } });

    await edge.connect();
    await admin.query('create trigger full_disk before insert on core_notices for each row execute function no_room()');
    edge.records(1, [{ kind: 'coreNotice', code: 'edge_down', detail: 'a' }]);
    beat(0);
    await edge.next('heartbeatAck');
    await vi.waitFor(() => expect(server.logged()).toContain('what a core said waits'), soon);
    expect(edge.closed).toBe(false);
    expect(edge.received.filter(({ type }) => type === 'ack')).toEqual([]);
    await admin.query('drop trigger full_disk on core_notices');
    edge.records(1, [{ kind: 'coreNotice', code: 'edge_down', detail: 'a' }]);
    await edge.next('ack', ({ sequence }) => sequence === 1);
    expect(await notices()).toEqual([{ code: 'edge_down', detail: 'a' }]);
  });
});
