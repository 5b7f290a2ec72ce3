import { linkProofText } from '@sightline/contracts/link/link';
import type { Operation } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Store } from '../store/open-store.ts';
import { openStore } from '../store/open-store.ts';
import { Outbox } from '../store/outbox.ts';
import { EdgeIdentity } from './edge-identity.ts';
import { LinkClient } from './link-client.ts';
import { LinkPeer, noThumbnails } from '../../../testing/platform/link/test-link-peer.ts';

const edgeId = uuidv7();
const epoch = uuidv7();
const secondEpoch = uuidv7();

let folder: string;
let store: Store;
let outbox: Outbox;
let identity: EdgeIdentity;
let peer: LinkPeer;
let link: LinkClient;
const operations: Operation[] = [];

function connect(
  options: Partial<
    Pick<ConstructorParameters<typeof LinkClient>[0], 'dial' | 'log' | 'contentHash' | 'onServerKinds'>
  > & {
    onRefused?: (code: string) => void;
    onOperation?: (operation: Operation) => string | null;
    capabilities?: () => string[];
  } = {},
): LinkClient {
  return new LinkClient({
    serverUrl: `http://127.0.0.1:${String(peer.port)}`,
    edgeId,
    epoch,
    newEpoch: () => {
      outbox.restart();
      return secondEpoch;
    },
    instanceId: uuidv7(),
    version: '0.0.1',
    capabilities: () => ['record'],
    identity,
    outbox,
    thumbnails: noThumbnails,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    health: () =>
      Promise.resolve({
        cpuShare: 0,
        memoryBytes: 1,
        memoryTotalBytes: 2,
        diskFreeBytes: 3,
        diskTotalBytes: 4,
        uptimeMs: 5,
      }),
    localEndpointFacts: () => null,
    lastOperation: () => 0,
    syncedKinds: () => ['camera'],
    contentHash: () => 'hash',
    onOperation: (operation) => {
      operations.push(operation);
      return 'hash';
    },
    onRequest: (command) =>
      command === 'live.close'
        ? Promise.resolve({})
        : Promise.reject(new AppError('stream_offline', { cameraId: 'x' })),
    ...options,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'link-'));
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  identity = new EdgeIdentity(join(folder, 'core.key'));
  peer = new LinkPeer();
  await once(peer.server, 'listening');
  operations.length = 0;
});

afterEach(() => {
  link.stop();
  peer.server.close();
  store.close();
  rmSync(folder, { recursive: true });
});

const add = (detail: string): number => outbox.append(1, { kind: 'coreNotice', code: 'disk_slow', detail });
const sequences = (): number[] =>
  peer.of('records').flatMap((message) => message.records.map((record) => record.sequence));

test('proves itself with its own key, whose private half stays on its disk', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')).toHaveLength(1));
  const hello = peer.of('hello')[0];
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: identity.publicKey }, format: 'jwk' });
  expect(
    verify(null, Buffer.from(linkProofText(edgeId, 'n0nce')), key, Buffer.from(hello.signature, 'base64url')),
  ).toBe(true);
  expect(JSON.stringify(hello)).not.toContain('PRIVATE');
});

test('delivers 20,000 queued records once each and in order, and forgets them when they are kept', async () => {
  store.transaction(() => Array.from({ length: 20_000 }, (_, index) => add(String(index))))();
  link = connect();
  link.start();
  await vi.waitFor(() => expect(outbox.depth()).toBe(0), { timeout: 15_000 });
  expect(sequences()).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
}, 30_000);

test('sends again what was not acknowledged when the link broke', async () => {
  peer.autoAck = false;
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  add('a');
  add('b');
  await vi.waitFor(() => expect(sequences()).toContain(2));
  peer.autoAck = true;
  peer.socket?.terminate();
  await vi.waitFor(() => expect(outbox.depth()).toBe(0), { timeout: 5_000 });
  expect(sequences().slice(-2)).toEqual([1, 2]);
});

test('sends again from where the server asks it to', async () => {
  peer.autoAck = false;
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  for (const detail of ['a', 'b', 'c']) add(detail);
  await vi.waitFor(() => expect(sequences()).toEqual([1, 2, 3]));
  peer.send({ type: 'ack', epoch, sequence: 1 });
  peer.autoAck = true;
  peer.send({ type: 'ack', epoch, sequence: 1 });
  await vi.waitFor(() => expect(outbox.depth()).toBe(0));
  expect(sequences()).toEqual([1, 2, 3, 2, 3]);
});

test('counts anew when the server has more records than it ever gave out, instead of losing the next ones', async () => {
  peer.ackedSequence = 50;
  add('after the copy was brought back');
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')).toHaveLength(1));
  peer.ackedSequence = 0;
  await vi.waitFor(
    () => expect(peer.of('records')[0]).toMatchObject({ epoch: secondEpoch, records: [{ sequence: 1 }] }),
    { timeout: 5_000 },
  );
  await vi.waitFor(() => expect(outbox.depth()).toBe(0));
});

test('SYNC-001: loses nothing when its disk was brought back from a copy and has written as much since as the server knew', async () => {
  add('before the copy');
  outbox.noteSent(1);
  for (const detail of ['b', 'c', 'd']) add(detail);
  peer.ackedSequence = 3;
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')).toHaveLength(1));
  peer.ackedSequence = 0;
  await vi.waitFor(() => expect(outbox.depth()).toBe(0), { timeout: 5_000 });
  const details = peer
    .of('records')
    .flatMap(({ epoch: of, records }) => records.map(({ body }) => [of, (body as { detail: string }).detail]));
  expect(details).toEqual(['b', 'c', 'd'].map((detail) => [secondEpoch, detail]));
});

test('counts anew when the server forgot records that are not here any more, instead of waiting for them for ever', async () => {
  for (const detail of ['a', 'b', 'c']) add(detail);
  outbox.noteSent(3);
  outbox.acknowledge(3);
  add('d');
  peer.ackedSequence = 1;
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')).toHaveLength(1));
  peer.ackedSequence = 0;
  await vi.waitFor(
    () =>
      expect(peer.of('records')[0]).toMatchObject({
        epoch: secondEpoch,
        records: [{ sequence: 1, body: { detail: 'd' } }],
      }),
    {
      timeout: 5_000,
    },
  );
});

test('counting anew does not make a core wait that could not reach its server for long', async () => {
  const waits: number[] = [];
  const log = pino(
    {},
    { write: (line: string) => void waits.push((JSON.parse(line) as { waitMs?: number }).waitMs ?? -1) },
  );
  let refusals = 3;
  const dial = (url: URL): WebSocket => {
    const socket = new WebSocket(url);
    if (refusals-- > 0) socket.terminate();
    return socket;
  };
  peer.ackedSequence = 50;
  link = connect({ dial, log });
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')).toHaveLength(1), { timeout: 30_000 });
  peer.ackedSequence = 0;
  await vi.waitFor(() => expect(link.isConnected).toBe(true), { timeout: 30_000 });
  const planned = waits.filter((waitMs) => waitMs >= 0);
  expect(planned).toHaveLength(4);
  expect(planned[2]).toBeGreaterThanOrEqual(1_000);
  expect(planned[3]).toBeLessThanOrEqual(500);
}, 60_000);

test('waits longer and longer for a server that takes no count of it', async () => {
  const waits: number[] = [];
  const log = pino(
    {},
    { write: (line: string) => void waits.push((JSON.parse(line) as { waitMs?: number }).waitMs ?? -1) },
  );
  peer.ackedSequence = 50;
  link = connect({ log });
  link.start();
  const planned = (): number[] => waits.filter((waitMs) => waitMs >= 0);
  await vi.waitFor(() => expect(planned().length).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
  // Each is shortened by up to half at random.
  expect(planned()[3]).toBeGreaterThanOrEqual(2_000);
}, 60_000);

test('waits longer and longer for a server that ends the link at what it is sent, and not once it takes it', async () => {
  const waits: number[] = [];
  const log = pino(
    {},
    { write: (line: string) => void waits.push((JSON.parse(line) as { waitMs?: number }).waitMs ?? -1) },
  );
  const planned = (): number[] => waits.filter((waitMs) => waitMs >= 0);
  peer.autoAck = false;
  peer.server.on('connection', (socket) =>
    socket.on('message', (data) => {
      if (!peer.autoAck && (data as Buffer).toString('utf8').includes('"records"')) socket.terminate();
    }),
  );
  add('a');
  link = connect({ log });
  link.start();
  await vi.waitFor(() => expect(planned().length).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
  // Each is shortened by up to half at random.
  expect(planned()[3]).toBeGreaterThanOrEqual(2_000);
  peer.autoAck = true;
  await vi.waitFor(() => expect(outbox.depth()).toBe(0), { timeout: 30_000 });
  const before = planned().length;
  peer.socket?.terminate();
  await vi.waitFor(() => expect(planned()).toHaveLength(before + 1));
  expect(planned().at(-1)).toBeLessThanOrEqual(500);
}, 60_000);

test('begins the link anew when it cannot keep what the server says, and gets it again', async () => {
  let isFull = true;
  link = connect({
    onOperation: () => {
      if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      return 'hash';
    },
  });
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  const operation = { sequence: 4, entity: 'camera' as const, entityId: uuidv7(), revision: 2, desired: null };
  peer.send({ type: 'operation', operation });
  await vi.waitFor(() => expect(peer.connections).toBe(2), { timeout: 5_000 });
  isFull = false;
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  peer.send({ type: 'operation', operation });
  await vi.waitFor(() => expect(peer.of('applied')).toHaveLength(1));
});

test('measures how far its clock is from the server, and says it with the next heartbeat', async () => {
  peer.clockShiftMs = -3_600_000;
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.clockOffsetMs).not.toBeNull());
  expect(Math.abs((link.clockOffsetMs ?? 0) - 3_600_000)).toBeLessThan(60_000);
});

test('begins anew with a server that cannot know all that its hello held, once', async () => {
  peer.syncedKinds = undefined;
  const heard: (readonly string[])[] = [];
  link = connect({
    contentHash: () => (heard.length === 0 ? 'of all kinds' : 'of cameras'),
    // Even if it were another hash each time.
    onServerKinds: (kinds) => heard.push(kinds) > 0,
  });
  link.start();
  await vi.waitFor(() => expect(peer.of('heartbeat')).toHaveLength(1));
  expect(heard).toEqual([['camera'], ['camera']]);
  expect(peer.of('hello').map(({ contentHash }) => contentHash)).toEqual(['of all kinds', 'of cameras']);
});

test('survives messages that are not JSON, not known, or broken', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  for (const text of [
    '{',
    '[]',
    'null',
    '{"type":"selfDestruct"}',
    '{"type":"ack"}',
    '{"type":"operation","operation":{"sequence":"x"}}',
  ])
    peer.socket?.send(text);
  peer.send({ type: 'request', requestId: uuidv7(), command: 'live.close', body: {}, timeoutMs: 1_000 });
  await vi.waitFor(() => expect(peer.of('reply')).toHaveLength(1));
});

test('answers a request that fails with the code of the catalogue', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  peer.send({ type: 'request', requestId: uuidv7(), command: 'camera.poster', body: {}, timeoutMs: 1_000 });
  await vi.waitFor(() =>
    expect(peer.of('failure')[0]).toMatchObject({ code: 'stream_offline', data: { cameraId: 'x' } }),
  );
});

test('applies an operation and answers its sequence with the content hash', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  peer.send({
    type: 'operation',
    operation: { sequence: 4, entity: 'camera', entityId: uuidv7(), revision: 2, desired: null },
  });
  await vi.waitFor(() => expect(peer.of('applied')[0]).toMatchObject({ sequence: 4, contentHash: 'hash' }));
  expect(operations).toHaveLength(1);
});

test('says nothing of an operation that it cannot apply, and says so in its log', async () => {
  const error = vi.fn();
  const log = { ...pino({ level: 'silent' }), error } as unknown as ConstructorParameters<typeof LinkClient>[0]['log'];
  const said = { sequence: 4, entity: 'notKnownYet', entityId: uuidv7(), revision: 2 };
  link = connect({ log, onOperation: ({ entity }) => (entity === 'camera' ? 'hash' : null) });
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  peer.send({ type: 'operation', operation: { ...said, desired: { of: 'a newer server' } } });
  peer.send({ type: 'operation', operation: { ...said, sequence: 5, entity: 'camera', desired: null } });
  await vi.waitFor(() => expect(peer.of('applied').map(({ sequence }) => sequence)).toEqual([5]));
  expect(error).toHaveBeenCalledWith(said, expect.any(String));
});

test('tells which kinds of entities it takes operations of', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('hello')[0]).toMatchObject({ syncedKinds: ['camera'] }));
});

test('says what it can do with the first word, and again when that changed', async () => {
  const capabilities = ['record'];
  link = connect({ capabilities: () => capabilities });
  link.notifyCapabilities();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  capabilities.push('motion');
  link.notifyCapabilities();
  await vi.waitFor(() => expect(peer.of('capabilities')).toMatchObject([{ capabilities: ['record', 'motion'] }]));
  expect(peer.of('hello')[0]).toMatchObject({ capabilities: ['record'] });
});

test('tells its owner when it is refused', async () => {
  const codes: string[] = [];
  link = connect({ onRefused: (code) => codes.push(code) });
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  peer.send({ type: 'refused', code: 'core_revoked' });
  await vi.waitFor(() => expect(codes).toEqual(['core_revoked']));
});

test('replaces a key that has become old', async () => {
  const before = identity.publicKey;
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  utimesSync(join(folder, 'core.key'), longAgo, longAgo);
  link = connect();
  link.start();
  await vi.waitFor(() => expect(peer.of('rotateKey')).toHaveLength(1));
  peer.send({ type: 'keyRotated' });
  await vi.waitFor(() => expect(identity.publicKey).not.toBe(before));
  expect(new EdgeIdentity(join(folder, 'core.key')).publicKey).toBe(peer.of('rotateKey')[0].publicKey);
});

test('uses the new key only after the server has taken it, and finds it again when that answer was lost', async () => {
  link = connect();
  link.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true));
  const before = identity.publicKey;
  link.rotateKey();
  await vi.waitFor(() => expect(peer.of('rotateKey')).toHaveLength(1));
  expect(identity.publicKey).toBe(before);
  const restarted = new EdgeIdentity(join(folder, 'core.key'));
  expect(restarted.tryInterruptedRotation()).toBe(true);
  expect(restarted.publicKey).toBe(peer.of('rotateKey')[0].publicKey);
});
