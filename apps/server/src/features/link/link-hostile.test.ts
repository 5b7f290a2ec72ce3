import { sign } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkPath, linkProofText } from '@sightline/contracts/link/link';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';
import { LinkConnection, type LinkConnectionDeps } from './link-connection.ts';
import { PendingLinks } from './pending-links.ts';
import { RateLimiter } from './rate-limiter.ts';
import { keptNotices } from './link-notices.repository.ts';
import { makeKey, makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
});

const notice = (detail: string): EdgeRecordBody => ({ kind: 'coreNotice', code: 'edge_down', detail });
const inDatabase = <T>(work: (trx: Work, organizationId: string) => Promise<T>): Promise<T> => {
  const organizationId = owner.session.activeOrganizationId ?? '';
  return server.platform.database.withOrganization(organizationId, (trx) => work(trx, organizationId));
};
const details = (): Promise<string[]> =>
  inDatabase(async (trx) => {
    const rows = await trx
      .selectFrom('coreNotices')
      .select('detail')
      .where('edgeId', '=', edge.edgeId)
      .orderBy('sequence')
      .execute();
    return rows.map(({ detail }) => detail);
  });
const health: EdgeHealth = {
  cpuShare: 0,
  memoryBytes: 0,
  memoryTotalBytes: 0,
  diskFreeBytes: 0,
  diskTotalBytes: 0,
  uptimeMs: 0,
};
const beat = (told: EdgeHealth = health): void =>
  edge.send({ type: 'heartbeat', sentAtUtcMs: 1, clockOffsetMs: null, health: told, outboxDepth: 0 });

/** An export of a camera of this core, as if it had been asked for. */
async function addExport(): Promise<string> {
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  const body = {
    name: 'Gate',
    edgeId: edge.edgeId,
    locationId: edge.locationId,
    streams,
    credentials: { username: '', password: '' },
  };
  const camera = await owner.call(camerasCalls.create, { body });
  const id = newId();
  const [fromAt, toAt] = [new Date(0), new Date(1000)];
  await inDatabase((trx, organizationId) =>
    trx
      .insertInto('exports')
      .values({
        organizationId,
        id,
        cameraId: camera.body.id,
        edgeId: edge.edgeId,
        stream: 'main',
        fromAt,
        toAt,
        state: 'queued',
        createdBy: 'somebody',
      })
      .execute(),
  );
  return id;
}

describe('a record that the database can never keep', () => {
  it('is passed over and counted; what came with it and after it is kept, once', async () => {
    const exportId = await addExport();
    await edge.connect();
    const bad: EdgeRecordBody = {
      kind: 'exportState',
      exportId,
      state: 'running',
      progress: 0.5,
      failure: null,
      bytes: null,
      sha256: '\0',
    };
    edge.records(1, [notice('a'), notice('b'), bad, notice('c'), { ...bad, sha256: 'a0' }, notice('d')]);
    expect(await edge.next('ack')).toMatchObject({ sequence: 6, isBehind: false });
    expect(await details()).toEqual(['a', 'b', 'c', 'd']);
    expect(await server.platform.metrics.registry.metrics()).toMatch(
      /sightline_link_refused\w*\{reason="database"\} 1/,
    );
    const kept = await inDatabase((trx) =>
      trx.selectFrom('exports').select(['state', 'sha256']).where('id', '=', exportId).executeTakeFirstOrThrow(),
    );
    expect(kept).toEqual({ state: 'running', sha256: 'a0' });
    edge.records(7, [notice('e')]);
    await edge.next('ack', ({ sequence }) => sequence === 7);
  });
});

describe('what a core answers', () => {
  const test = () => owner.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url: 'rtsp://10.9.9.9/1' } });
  const fail = async (code: string, data: object): Promise<void> => {
    await edge.connect();
    const answer = test();
    const { requestId } = await edge.next('request');
    edge.send({ type: 'failure', requestId, code, data });
    failed = await answer;
  };
  let failed: Awaited<ReturnType<typeof test>>;

  it.each(['unauthenticated', 'refresh_reused', 'mfa_required', 'core_revoked'])(
    'never signs the asker out: %s',
    async (code) => {
      await fail(code, {});
      expect(failed).toMatchObject({ status: 400, body: { code: 'link_message_invalid' } });
    },
  );

  it('with a code that only a newer version knows is an error all the same', async () => {
    await fail('core_of_tomorrow', {});
    expect(failed).toMatchObject({ status: 500, body: { code: 'internal' } });
  });

  it('is told with its facts, unless they are a flood', async () => {
    await fail('camera_timeout', { timeoutMs: 5 });
    expect(failed.body).toMatchObject({ code: 'camera_timeout', data: { timeoutMs: 5 } });
    await fail('camera_timeout', { flood: 'x'.repeat(100_000) });
    expect(failed.body).toMatchObject({ code: 'camera_timeout', data: {} });
  });
});

describe('signs of life', () => {
  it('EDGE-005: a flood of them reaches no screen, and each is answered', async () => {
    await edge.connect();
    let told = 0;
    const end = server.platform.bus.subscribe(volatileTopic, () => (told += 1));
    for (let count = 0; count < 500; count += 1) beat();
    await vi.waitFor(() => expect(edge.received.filter(({ type }) => type === 'heartbeatAck')).toHaveLength(500), {
      timeout: 10_000,
    });
    end();
    expect(told).toBeGreaterThan(10);
    expect(told).toBeLessThan(80);
  });

  it('EDGE-008: with names that no database keeps are shown without what cannot be shown', async () => {
    await edge.connect();
    beat({
      ...health,
      disks: [{ mount: '/mnt/\0big\ud800', kind: 'x\u0007fs', freeBytes: 1, totalBytes: 2, holdsFootage: true }],
    });
    await vi.waitFor(async () => {
      const { body } = await owner.call(edgesCalls.get, { params: { id: edge.edgeId } });
      expect(body.health?.disks?.[0]).toMatchObject({ mount: '/mnt/big\ufffd', kind: 'xfs' });
    });
    expect(edge.closed).toBe(false);
  });
});

describe('a core that fills what is kept of it', () => {
  it('by counting anew again and again keeps the newest 50 counts', async () => {
    await inDatabase((trx, organizationId) =>
      sql`
        insert into edge_cursors (organization_id, edge_id, epoch, last_sequence, updated_at)
        select ${organizationId}::uuid, ${edge.edgeId}::uuid, gen_random_uuid(), n, now() - n * interval '1 hour' from generate_series(1, 80) n`.execute(
        trx,
      ),
    );
    await edge.connect();
    const kept = await inDatabase((trx) =>
      trx
        .selectFrom('edgeCursors')
        .select(['epoch', 'lastSequence'])
        .where('edgeId', '=', edge.edgeId)
        .orderBy('updatedAt', 'desc')
        .execute(),
    );
    expect(kept[0]).toEqual({ epoch: edge.epoch, lastSequence: 0 });
    expect(kept.slice(1).map(({ lastSequence }) => lastSequence)).toEqual(
      Array.from({ length: 49 }, (_none, index) => index + 1),
    );
  });

  it('with notices loses its oldest', async () => {
    await edge.connect();
    await inDatabase((trx, organizationId) =>
      sql`
        insert into core_notices (organization_id, edge_id, epoch, sequence, at, received_at, code, detail)
        select ${organizationId}::uuid, ${edge.edgeId}::uuid, ${newId()}::uuid, n, now(), now() - n * interval '1 second', 'edge_down', 'old'
        from generate_series(1, ${keptNotices + 20}) n`.execute(trx),
    );
    await inDatabase((trx) =>
      trx.updateTable('edgeCursors').set({ lastSequence: 4_998 }).where('edgeId', '=', edge.edgeId).execute(),
    );
    edge.records(4_999, [notice('a'), notice('b')]);
    await edge.next('ack', ({ sequence }) => sequence === 5_000);
    const kept = await details();
    expect(kept).toHaveLength(keptNotices);
    expect(kept.filter((detail) => detail !== 'old')).toEqual(['a', 'b']);
  });

  it('by asking and never reading is put out', () => {
    const terminate = vi.fn<() => void>();
    const socket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 70_000_000,
      send: vi.fn<() => void>(),
      terminate,
    });
    const log = { info: () => undefined };
    const connection = new LinkConnection(
      socket as unknown as WebSocket,
      { log, onClosed: () => undefined } as unknown as LinkConnectionDeps,
    );
    expect(connection.edgeId).toBe('');
    expect(socket.send).not.toHaveBeenCalled();
    expect(terminate).toHaveBeenCalledOnce();
    socket.emit('close');
  });
});

describe('who has not proven which core it is', () => {
  const line = () => Object.assign(new EventEmitter(), { destroy: vi.fn<() => void>() });

  it('is sent away when too many are there, of one address or of all, until others have left or proven it', () => {
    const pending = new PendingLinks({ perNetwork: 2, inAll: 3, bytes: 10 });
    const first = pending.enter('192.0.2.1');
    expect(pending.enter('::ffff:192.0.2.1')).not.toBeNull();
    expect(pending.enter('192.0.2.1')).toBeNull();
    first?.();
    first?.();
    expect(pending.enter('192.0.2.1')).not.toBeNull();
    expect(pending.enter('192.0.2.1')).toBeNull();
    expect(pending.enter('192.0.2.2')).not.toBeNull();
    expect(pending.enter('192.0.2.3')).toBeNull();
  });

  it('has one network with all addresses of its /64', () => {
    const pending = new PendingLinks({ perNetwork: 1, inAll: 9, bytes: 10 });
    expect(pending.enter('2001:db8::1')).not.toBeNull();
    expect(pending.enter('2001:0db8:0:0:ffff::2')).toBeNull();
    expect(pending.enter('2001:db8:0:1::1')).not.toBeNull();
    expect(pending.enter('::1')).not.toBeNull();
    expect(pending.enter('fe80::1%eth0')).not.toBeNull();
    expect(pending.enter('fe80::2%eth0')).toBeNull();
  });

  it('may send so much and no more; afterwards nobody counts', () => {
    const pending = new PendingLinks({ perNetwork: 9, inAll: 9, bytes: 10 });
    const [flood, proven] = [line(), line()];
    pending.enter('192.0.2.1', flood);
    flood.emit('data', Buffer.alloc(10));
    expect(flood.destroy).not.toHaveBeenCalled();
    flood.emit('data', Buffer.alloc(1));
    expect(flood.destroy).toHaveBeenCalled();
    pending.enter('192.0.2.1', proven)?.();
    proven.emit('data', Buffer.alloc(100));
    expect(proven.destroy).not.toHaveBeenCalled();
  });

  it('is cut off before a long message is in memory, and a core that is known is not', async () => {
    await edge.dial();
    edge.send('x'.repeat(500_000));
    await vi.waitFor(() => expect(edge.closed).toBe(true));
    expect(edge.received).toMatchObject([{ type: 'challenge' }]);
    await edge.connect();
    const long = Array.from({ length: 300 }, (_none, index) => notice(String(index).padEnd(500, 'x')));
    edge.records(1, long);
    await edge.next('ack', ({ sequence }) => sequence === 300);
  });

  it('keeps no place for long: the rest of a crowd is sent away, and who leaves makes room', async () => {
    const dial = (): WebSocket => new WebSocket(`${server.url.replace(/^http/, 'ws')}${linkPath}`);
    const crowd = Array.from({ length: 260 }, dial);
    const endOf = (socket: WebSocket): Promise<string> =>
      Promise.race([once(socket, 'message').then(() => 'asked'), once(socket, 'close').then(() => 'sent away')]);
    const ends = await Promise.all(crowd.map(endOf));
    expect(ends.filter((end) => end === 'asked')).toHaveLength(250);
    for (const socket of crowd) socket.terminate();
    await vi.waitFor(async () => expect(await endOf(dial())).toBe('asked'));
    await edge.connect();
  });
});

describe('what a core can do', () => {
  it('is not overwritten by what an older link of it still had to say', async () => {
    const { privateKey, publicKey } = makeKey();
    const socket = Object.assign(new EventEmitter(), {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      send: vi.fn<(text: string) => void>(),
    });
    const setCapabilities = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const welcome = (): Promise<object> =>
      Promise.resolve({ name: 'Core', ackedSequence: 0, isToCompare: false, adopted: [] });
    const service = {
      setCapabilities,
      welcome,
      findIdentity: () => Promise.resolve({ organizationId: newId(), publicKey, revokedAt: null }),
    };
    const wait = Promise.withResolvers<void>();
    let isLatest = true;
    const quiet = (): undefined => undefined;
    const deps = {
      service: { ...service, operationsToSend: () => Promise.resolve({ operations: [], reached: 0, isMore: false }) },
      clock: Date.now,
      log: { info: quiet, error: quiet },
      admit: () => Promise.resolve('admitted'),
      isLatest: () => isLatest,
      onProven: quiet,
      onClosed: quiet,
      sleep: () => wait.promise,
    };
    void new LinkConnection(socket as unknown as WebSocket, deps as unknown as LinkConnectionDeps);
    const { nonce } = JSON.parse(socket.send.mock.calls[0]?.[0] ?? '') as { nonce: string };
    const say = (message: object): unknown => socket.emit('message', Buffer.from(JSON.stringify(message)), false);
    const [edgeId, epoch, instanceId] = [newId(), newId(), newId()];
    const signature = sign(null, Buffer.from(linkProofText(edgeId, nonce)), privateKey).toString('base64url');
    const facts = {
      protocolMin: 1,
      protocolMax: 1,
      version: '1',
      lastSequence: 0,
      lastOperation: 0,
      capabilities: [],
      clockUtcMs: 0,
    };
    say({ type: 'hello', edgeId, epoch, instanceId, signature, ...facts });
    for (let count = 0; count < 61; count += 1) say({ type: 'capabilities', capabilities: [String(count)] });
    await vi.waitFor(() => expect(setCapabilities).toHaveBeenCalledTimes(60));
    isLatest = false;
    wait.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(setCapabilities).toHaveBeenCalledTimes(60);
    socket.emit('close');
  });
});

describe('a ration', () => {
  it('is used up at once and comes back one by one, never more than it was', () => {
    let nowMs = 0;
    const limiter = new RateLimiter({ burst: 2, everyMs: 1_000, nowMs: () => nowMs });
    const take = (): boolean => limiter.take();
    expect([take(), take(), take()]).toEqual([true, true, false]);
    nowMs = 999;
    expect(take()).toBe(false);
    nowMs = 1_000;
    expect([take(), take()]).toEqual([true, false]);
    nowMs = 100_000;
    expect([take(), take(), take()]).toEqual([true, true, false]);
    expect([limiter.owe(), limiter.owe()]).toEqual([1_000, 2_000]);
  });
});
