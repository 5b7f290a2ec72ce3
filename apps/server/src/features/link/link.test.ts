import { createHash, sign } from 'node:crypto';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { contentHashText } from '@sightline/contracts/link/link-operations';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
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

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const addCamera = async (path = newId()): Promise<Camera> => {
  const body = {
    name: 'Gate',
    edgeId: edge.edgeId,
    locationId: edge.locationId,
    streams: [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${path}` }],
    credentials: { username: 'admin', password: 'hunter-two' },
  };
  const answer = await owner.call(camerasCalls.create, { body });
  expect(answer.status).toBe(201);
  return answer.body;
};
const status = (camera: Camera, change: object = {}): EdgeRecordBody => ({
  kind: 'streamStatus',
  cameraId: camera.id,
  streamId: camera.streams[0]?.id ?? '',
  status: { state: 'online', cause: null, sinceUtcMs: Date.now() - 1000 },
  format: {
    videoCodec: 'h264',
    width: 1280,
    height: 720,
    fps: 15,
    bitrateKbps: null,
    gopMs: 2000,
    hasBFrames: false,
    audioCodec: null,
  },
  isRecording: true,
  recordingCause: null,
  ...change,
});
const notice = (detail: string): EdgeRecordBody => ({ kind: 'coreNotice', code: 'edge_down', detail });
const notices = () =>
  server.platform.database.withOrganization(organizationId(), (trx) =>
    trx
      .selectFrom('coreNotices')
      .select(['sequence', 'detail', 'at'])
      .where('edgeId', '=', edge.edgeId)
      .orderBy('sequence')
      .execute(),
  );
const stateOf = async (): Promise<string> =>
  (await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.state;

describe('a link', () => {
  it.each([
    ['an unknown core', async () => ({ edgeId: newId() }), 'core_revoked'],
    ['a protocol from the future', async () => ({ protocolMin: 7, protocolMax: 9 }), 'core_protocol_unsupported'],
  ] as const)('refuses %s', async (_name, change, code) => {
    const { nonce } = await edge.dial();
    edge.hello(nonce, await change());
    expect(await edge.next('refused')).toMatchObject({ code });
    await vi.waitFor(() => expect(edge.closed).toBe(true));
  });

  it('refuses a wrong key', async () => {
    edge.privateKey = makeKey().privateKey;
    const { nonce } = await edge.dial();
    edge.hello(nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
  });

  it('refuses the signature of an earlier challenge', async () => {
    const { nonce } = await edge.dial();
    await edge.dial();
    edge.hello(nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
  });

  it('refuses a core that was revoked, also while it is connected', async () => {
    await edge.connect();
    await owner.call(edgesCalls.revoke, { params: { id: edge.edgeId } });
    expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
    const { nonce } = await edge.dial();
    edge.hello(nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
  });

  it('keeps the link of the newer process and raises the alarm when the older one comes back', async () => {
    await edge.connect();
    const [first, second] = [edge.instanceId, newId()];
    edge.instanceId = second;
    await edge.connect();
    edge.instanceId = first;
    const { nonce } = await edge.dial();
    edge.hello(nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_cloned' });
    expect(await notices()).toMatchObject([{ detail: `instance ${first}` }]);
    // It comes again and again, and is refused each time; who looks after it is told once a minute.
    edge.hello((await edge.dial()).nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_cloned' });
    expect(await notices()).toHaveLength(1);
    expect(await stateOf()).toBe('online');
  });

  it('says online and offline as it is', async () => {
    expect(await stateOf()).toBe('offline');
    await edge.connect();
    expect(await stateOf()).toBe('online');
    edge.hangUp();
    await vi.waitFor(async () => expect(await stateOf()).toBe('offline'));
  });

  it('answers heartbeats with both clocks and shows the offset', async () => {
    await edge.connect();
    const health = {
      cpuShare: 0.1,
      memoryBytes: 1,
      memoryTotalBytes: 2,
      diskFreeBytes: 3,
      diskTotalBytes: 4,
      uptimeMs: 5,
    };
    edge.send({
      type: 'heartbeat',
      sentAtUtcMs: 123,
      clockOffsetMs: 3_600_000,
      health,
      outboxDepth: 0,
      somethingNew: true,
    });
    expect(await edge.next('heartbeatAck')).toMatchObject({ sentAtUtcMs: 123 });
    await vi.waitFor(async () =>
      expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body).toMatchObject({
        clockOffsetMs: 3_600_000,
        health,
      }),
    );
  });

  it('takes a new key that the old one vouches for, and only that', async () => {
    await edge.connect();
    const { privateKey, publicKey } = makeKey();
    edge.send({
      type: 'rotateKey',
      publicKey,
      signature: sign(null, Buffer.from(publicKey), privateKey).toString('base64url'),
    });
    edge.send({
      type: 'rotateKey',
      publicKey,
      signature: sign(null, Buffer.from(publicKey), edge.privateKey).toString('base64url'),
    });
    await edge.next('keyRotated');
    edge.hangUp();
    const { nonce } = await edge.dial();
    edge.hello(nonce);
    expect(await edge.next('refused')).toMatchObject({ code: 'core_revoked' });
    edge.privateKey = privateKey;
    await edge.connect();
  });
});

describe('records', () => {
  it('are applied once and in order, whatever is sent twice', async () => {
    await edge.connect();
    edge.records(1, [notice('a'), notice('b')]);
    await edge.next('ack', (ack) => ack.sequence === 2);
    edge.records(1, [notice('a'), notice('b'), notice('c')]);
    await edge.next('ack', (ack) => ack.sequence === 3);
    edge.hangUp();
    expect((await edge.connect()).ackedSequence).toBe(3);
    edge.records(2, [notice('b'), notice('c'), notice('d')]);
    await edge.next('ack', (ack) => ack.sequence === 4);
    expect((await notices()).map((row) => row.detail)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('after a hole are not applied; the core is told from where to send again', async () => {
    await edge.connect();
    edge.records(1, [notice('a')]);
    edge.records(3, [notice('c')]);
    edge.records(2, [notice('b'), notice('c')]);
    await edge.next('ack', (ack) => ack.sequence === 3);
    expect(edge.received.filter((message) => message.type === 'ack')).toMatchObject([
      { sequence: 1 },
      { sequence: 1 },
      { sequence: 3 },
    ]);
    expect((await notices()).map((row) => row.detail)).toEqual(['a', 'b', 'c']);
  });

  it('of a new epoch begin anew', async () => {
    await edge.connect();
    edge.records(1, [notice('a')]);
    await edge.next('ack');
    edge.epoch = newId();
    expect((await edge.connect()).ackedSequence).toBe(0);
    edge.records(1, [notice('b')]);
    await edge.next('ack', (ack) => ack.sequence === 1);
    expect(await notices()).toHaveLength(2);
  });

  it('that an earlier epoch brought already stay one, and only those: a disk that was brought back from a copy cannot know what was sent', async () => {
    await edge.connect();
    edge.records(1, [notice('a'), notice('it’s "b"'), notice('c')], 1_790_000_000_000);
    await edge.next('ack', (ack) => ack.sequence === 3);
    edge.epoch = newId();
    await edge.connect();
    edge.records(1, [notice('it’s "b"'), notice('c'), notice('d')], 1_790_000_000_000);
    await edge.next('ack', (ack) => ack.sequence === 3);
    edge.records(4, [notice('a')], 1_790_000_000_001);
    edge.records(5, [notice('d')], 1_790_000_000_000);
    await edge.next('ack', (ack) => ack.sequence === 5);
    expect((await notices()).map((row) => row.detail).toSorted()).toEqual(['a', 'a', 'c', 'd', 'd', 'it’s "b"']);
  });

  it('arrive all, once and in order, when 2,000 of them come over links that break', async () => {
    let next = (await edge.connect()).ackedSequence + 1;
    for (let breaks = 0; next <= 2000; breaks += 1) {
      for (let first = next; first <= 2000; first += 200)
        edge.records(
          first,
          Array.from({ length: 200 }, (_, index) => notice(String(first + index))).slice(0, 2001 - first),
        );
      if (breaks < 3) await edge.next('ack');
      else await edge.next('ack', (ack) => ack.sequence === 2000);
      edge.hangUp();
      next = (await edge.connect()).ackedSequence + 1;
    }
    expect((await notices()).map((row) => Number(row.detail))).toEqual(
      Array.from({ length: 2000 }, (_, index) => index + 1),
    );
  }, 30_000);

  it('make the status of a camera, never in the future', async () => {
    const camera = await addCamera();
    await edge.connect();
    expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.status.state).toBe('notConnected');
    edge.records(1, [
      status(camera, {
        status: { state: 'offline', cause: 'camera_credentials_refused', sinceUtcMs: 8_640_000_000_000_000 },
      }),
    ]);
    await edge.next('ack');
    const { body } = await owner.call(camerasCalls.get, { params: { id: camera.id } });
    expect(body.status).toMatchObject({ state: 'offline', cause: 'camera_credentials_refused' });
    expect(body.status.sinceUtcMs).toBeLessThanOrEqual(Date.now());
  });
});

describe('a hostile core', () => {
  const endings: [string, (camera: Camera) => void][] = [
    ['text that is no JSON', () => edge.send('{"type":')],
    ['an unknown message', () => edge.send({ type: 'drop', table: 'users' })],
    ['a number that is none', () => edge.send('{"type":"heartbeat","sentAtUtcMs":NaN}')],
    ['binary', () => edge.socket.send(Buffer.alloc(100))],
    [
      'a record without sense',
      () => edge.send({ type: 'records', epoch: edge.epoch, records: [{ sequence: -5, atUtcMs: 'soon', body: {} }] }),
    ],
    [
      'records of another epoch',
      () => edge.send({ type: 'records', epoch: newId(), records: [{ sequence: 1, atUtcMs: 1, body: notice('x') }] }),
    ],
    ['an operation that it was never sent', () => edge.send({ type: 'applied', sequence: 99, contentHash: 'x' })],
  ];

  it.each(endings)('that sends %s is counted, and put out after five times', async (_name, send) => {
    const camera = await addCamera();
    const other = await makeTestEdge(server, owner);
    edge = other;
    await edge.connect();
    for (let times = 0; times < 5; times += 1) send(camera);
    expect(await edge.next('refused')).toMatchObject({ code: 'link_message_invalid' });
    await vi.waitFor(() => expect(edge.closed).toBe(true));
    expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.streams[0]?.format).toBeNull();
    expect(await server.platform.metrics.registry.metrics()).toContain('sightline_link_violations_total');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('that speaks of the camera of another core is counted and changes nothing of it; the link stays, because a restored server may be the one who is wrong', async () => {
    const camera = await addCamera();
    edge = await makeTestEdge(server, owner);
    await edge.connect();
    for (let sequence = 1; sequence <= 6; sequence += 1) edge.records(sequence, [status(camera)]);
    await edge.next('ack', ({ sequence }) => sequence === 6);
    expect(edge.closed).toBe(false);
    expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.streams[0]?.format).toBeNull();
    expect(await server.platform.metrics.registry.metrics()).toMatch(
      /link_violations_total\{reason="foreign_entity"\} [1-9]/,
    );
    expect(await notices()).toEqual([]);
  });

  it('that sends more than 1 MB at once loses its link, and nobody else anything', async () => {
    await edge.connect();
    edge.send('x'.repeat(1_100_000));
    await vi.waitFor(() => expect(edge.closed).toBe(true));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('that floods is read no faster than the database takes it', async () => {
    await edge.connect();
    const beat = JSON.stringify({
      type: 'heartbeat',
      sentAtUtcMs: 1,
      clockOffsetMs: null,
      health: { cpuShare: 0, memoryBytes: 0, memoryTotalBytes: 0, diskFreeBytes: 0, diskTotalBytes: 0, uptimeMs: 0 },
      outboxDepth: 0,
    });
    for (let count = 0; count < 2_000; count += 1) edge.send(beat);
    edge.records(1, [notice('after the flood')]);
    await vi.waitFor(async () => expect(await notices()).toHaveLength(1), { timeout: 15_000 });
  }, 20_000);

  it('that says nothing after the challenge holds nothing', async () => {
    await edge.dial();
    edge.send({ type: 'records', epoch: edge.epoch, records: [{ sequence: 1, atUtcMs: 1, body: notice('x') }] });
    expect(await edge.next('refused')).toMatchObject({ code: 'link_message_invalid' });
  });
});

describe('operations', () => {
  it('tell a core what to do, again after a break, until it says that it did', async () => {
    await edge.connect();
    const camera = await addCamera();
    const first = await edge.next('operation');
    expect(first.operation).toMatchObject({
      sequence: 1,
      entityId: camera.id,
      revision: 1,
      desired: { credentials: { username: 'admin', password: 'hunter-two' }, timeZone: 'Europe/Berlin' },
    });
    edge.hangUp();
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { name: 'Renamed' } });
    await edge.connect();
    const again = await edge.next('operation');
    expect(again.operation).toMatchObject({ sequence: 2, revision: 2, desired: { name: 'Renamed' } });
    const contentHash = createHash('sha256')
      .update(contentHashText([{ id: camera.id, revision: 2 }]))
      .digest('hex');
    edge.send({ type: 'applied', sequence: 2, contentHash });
    await vi.waitFor(async () =>
      expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.isSync).toBe(true),
    );
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.isSync).toBe(true);
    await owner.call(camerasCalls.remove, { params: { id: camera.id } });
    expect(await edge.next('operation', ({ operation }) => operation.sequence === 3)).toMatchObject({
      operation: { desired: null, revision: 3 },
    });
    edge.send({ type: 'applied', sequence: 3, contentHash });
    await vi.waitFor(async () => expect(server.logged()).toContain('a core holds other content than it should'));
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.isSync).toBe(false);
  });

  it('of more than are told at once reach the core all, once and in order', async () => {
    const ids: string[] = [];
    while (ids.length < 140) ids.push((await addCamera(String(ids.length))).id);
    await edge.connect();
    await edge.next('operation', ({ operation }) => operation.entityId === ids.at(-1));
    const told = edge.received.flatMap((message) => (message.type === 'operation' ? [message.operation.entityId] : []));
    expect(told).toStrictEqual(ids);
  });
});

describe('requests', () => {
  const test = () => owner.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url: 'rtsp://10.9.9.9/1' } });

  it('EDGE-016 say of a core that nobody ever paired that it was never connected, not that it comes back by itself', async () => {
    const { body } = await owner.call(edgesCalls.create, { body: { name: 'On paper', locationId: edge.locationId } });
    expect(await owner.call(camerasCalls.test, { body: { edgeId: body.id, url: 'rtsp://10.9.9.9/1' } })).toMatchObject({
      status: 503,
      body: { code: 'core_never_connected' },
    });
  });

  it('EDGE-016 say of a core that was revoked that it must be paired again, and no longer so once it was', async () => {
    await edge.connect();
    await owner.call(edgesCalls.revoke, { params: { id: edge.edgeId } });
    await vi.waitFor(() => expect(edge.closed).toBe(true));
    expect(await test()).toMatchObject({ status: 409, body: { code: 'core_pairing_revoked' } });
    const scan = { edgeId: edge.edgeId, forMs: 3_000, probesSubnet: false };
    expect(await owner.call(cameraOnboardingCalls.startScan, { body: scan })).toMatchObject({
      status: 409,
      body: { code: 'core_pairing_revoked' },
    });
    const { body } = await owner.call(edgesCalls.createClaimCode, { params: { id: edge.edgeId } });
    await server.call(edgesCalls.claim, {
      body: { code: body.code, publicKey: makeKey().publicKey, version: '1', hostname: 'test' },
    });
    expect(await test()).toMatchObject({ status: 503, body: { code: 'core_offline' } });
  });

  it('fail with what is the matter: no link, no answer, an answer without sense, the own words of the core', async () => {
    expect((await test()).body).toMatchObject({ code: 'core_offline' });
    await edge.connect();
    const cut = test();
    await edge.next('request');
    edge.hangUp();
    expect((await cut).body).toMatchObject({ code: 'core_offline' });
    await edge.connect();
    edge.answer('camera.test', () => ({ nonsense: true }));
    expect((await test()).body).toMatchObject({ code: 'link_message_invalid' });
  });

  it('hand on the failure that the core names', async () => {
    await edge.connect();
    edge.answer('camera.test', () => {
      throw Object.assign(new Error('refused'), { code: 'camera_credentials_refused' });
    });
    const answer = await test();
    expect(answer).toMatchObject({ status: 502, body: { code: 'camera_credentials_refused' } });
  });
});

describe('a core that was alone for long', () => {
  it('hands over 20,000 records in order, all of them once', async () => {
    const camera = await addCamera();
    let next = (await edge.connect()).ackedSequence + 1;
    const total = 20_000;
    while (next <= total) {
      const until = Math.min(next + 999, total);
      for (let first = next; first <= until; first += 200) {
        edge.records(
          first,
          Array.from({ length: Math.min(200, until - first + 1) }, (_, index) =>
            index % 4 === 0 ? status(camera) : notice(String(first + index)),
          ),
        );
      }
      await edge.next('ack', (ack) => ack.sequence === until);
      next = until + 1;
    }
    const kept = await notices();
    expect(kept).toHaveLength(total * 0.75);
    expect(kept.every((row) => Number(row.detail) === row.sequence)).toBe(true);
  }, 60_000);
});
