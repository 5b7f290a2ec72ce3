import { localGrantMs, type LocalGrantClaims, type LocalTrust } from '@sightline/contracts/local-grants/local-grant';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { busUnits } from '../live/feeds/bus-units.ts';
import { CameraFeeds } from '../live/feeds/camera-feeds.ts';
import { LiveService } from '../live/live-service.ts';
import { TestBrowserPeer } from '../../../testing/live/test-browser-peer.ts';
import { TestCameraBus } from '../../../testing/live/test-camera-bus.ts';
import { LocalEndpoint } from './local-endpoint.ts';
import { EndpointVisitor } from '../../../testing/local/test-endpoint-visitor.ts';
import { readClip, type ClipUnits } from '../../../testing/play/test-footage.ts';
import { openLocalEndpoint } from '../../drivers/webrtc/local-endpoint.ts';
import { answerPeer, reservePort } from '../../drivers/webrtc/node-datachannel-peer.ts';
import { machineClock, systemClock } from '../../platform/clock.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { LocalViews } from './local-views.ts';

const ids = (n: number): string => `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [edgeId, organizationId, cameraId, streamId, elsewhereId] = [ids(1), ids(2), ids(3), ids(4), ids(5)] as const;
const hidden = { originals: false, sdp: 'v=0 offered', stream: 'auto' } as const;

let key: CryptoKey;
let trust: LocalTrust;
let clip: ClipUnits;
let folder: string;
let stores: EdgeStores;
let bus: TestCameraBus;
let service: LiveService;
let endpoint: LocalEndpoint;
let local: LocalViews;
let grants = 100;
let asked: { command: string; body: unknown }[] = [];
const visitors: EndpointVisitor[] = [];
const browsers: TestBrowserPeer[] = [];

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  key = pair.privateKey;
  trust = { isAllowed: true, keys: [{ kid: 'k', x: (await exportJWK(pair.publicKey)).x ?? '' }], revoked: [] };
  clip = await readClip(await testMedia('h264-720'));
  folder = await mkdtemp(join(tmpdir(), 'local-views-'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

/** The live worker in this process: its door, and its views. */
function openWorker(): void {
  service = new LiveService({
    feeds: new CameraFeeds({
      stream: (id) => busUnits(() => bus.socketPath, id),
      transcode: () => Promise.reject(new Error('not here')) as never,
      hide: () => Promise.reject(new Error('not here')) as never,
      nowUtcMs: Date.now,
    }),
    playback: { footage: null as never, thumbnail: null as never, openConverter: null as never },
    answerPeer,
    reservePort,
    nowMs: systemClock.monotonicMs,
    onViewers: () => undefined,
    onBoxesWatched: () => undefined,
  });
  endpoint = new LocalEndpoint({ openEndpoint: openLocalEndpoint, reservePort, emit: (event) => local.receive(event) });
  const answers: Record<string, (body: never) => unknown> = {
    'live.offer': (body) => service.offer(body),
    'live.candidate': (body) => service.candidate(body),
    'live.grant': ({ grant }: { grant: never }) => service.setGrant(grant),
    'live.close': (body) => service.close(body),
  };
  const live = {
    request: async (command: string, body: unknown): Promise<unknown> => {
      asked.push({ command, body });
      return answers[command]!(body as never);
    },
    notify: (command: string, body: unknown): void =>
      command === 'door.say' ? endpoint.say(body as never) : endpoint.dismiss(body as never),
  };
  local.serveWith(live, configure);
}

function configure(): void {
  const cameras = stores.cameras
    .list()
    .map(({ id }) => ({ cameraId: id, streams: [{ streamId, kind: 'main' as const }], privacy: null }));
  const ice = { port: 0, bindAddress: null, servers: [] };
  service.configure({
    busSocketPath: bus.socketPath,
    storePath: '',
    volume: '',
    serverUrl: null,
    serverCa: null,
    ice,
    cameras,
  });
  endpoint.configure({ identity: local.endpointIdentity(), bindAddress: null, shared: service.heldPort });
}

const makeViews = (allowsLocalViews = true): LocalViews =>
  new LocalViews({
    config: { dataFolder: folder, allowsLocalViews },
    stores,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    linkOffsetMs: () => null,
    machineUtcMs: machineClock.nowUtcMs,
  });

async function openViews(): Promise<void> {
  local = makeViews();
  local.belongTo({ edgeId, organizationId, epoch: ids(6) });
  await local.prepare();
  openWorker();
  configure();
}

beforeEach(async () => {
  await rm(join(folder, 'core.sqlite'), { force: true });
  stores = openEdgeStores(folder);
  stores.desired.apply(
    {
      sequence: 1,
      entity: 'camera',
      entityId: cameraId,
      revision: 1,
      desired: cameraConfig({ id: cameraId, stream: { id: streamId } }),
    },
    1,
  );
  bus = await TestCameraBus.start();
  asked = [];
  await openViews();
});

afterEach(async () => {
  for (const visitor of visitors.splice(0)) visitor.close();
  for (const browser of browsers.splice(0)) browser.close();
  endpoint.stop();
  service.stop();
  await bus.stop();
  stores.store.close();
});

async function sign(change: Partial<LocalGrantClaims> = {}): Promise<{ token: string; jti: string }> {
  const now = Math.floor(Date.now() / 1000);
  const jti = ids(++grants);
  const cameras = [
    { id: cameraId, playback: true, originals: false },
    { id: elsewhereId, playback: true, originals: true },
  ];
  const claims = {
    iss: 'sightline',
    aud: edgeId,
    org: organizationId,
    sub: 'dana',
    sid: 's',
    jti,
    iat: now,
    exp: now + localGrantMs / 1000,
    cameras,
    ...change,
  };
  return {
    jti,
    token: await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: 'local-grant+jwt', kid: 'k' }).sign(key),
  };
}

function knock(change: { fingerprint?: string; password?: string } = {}): EndpointVisitor {
  const visitor = new EndpointVisitor({ ...local.door()!, ...change });
  visitors.push(visitor);
  return visitor;
}

async function enter(change: Partial<LocalGrantClaims> = {}): Promise<{ visitor: EndpointVisitor; jti: string }> {
  const visitor = knock();
  await vi.waitUntil(() => visitor.isIn, { timeout: 20_000 });
  const { token, jti } = await sign(change);
  visitor.say({ type: 'grant', token });
  expect(await visitor.next(({ type }) => type === 'welcome')).toMatchObject({ type: 'welcome' });
  return { visitor, jti };
}

const views = () => stores.outbox.after(0, 100).map(({ body }) => body);

test('the door is shut until the server allows it, and stays shut where the operator wants none', async () => {
  expect([local.endpointIdentity(), local.door()]).toEqual([null, null]);
  local.believe({ ...trust, isAllowed: false });
  expect(local.door()).toBeNull();
  local.believe(trust);
  expect(local.door()).toMatchObject({
    port: expect.any(Number) as number,
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) as string,
  });
  const refusing = makeViews(false);
  refusing.belongTo({ edgeId, organizationId, epoch: ids(6) });
  await refusing.prepare();
  refusing.believe(trust);
  expect(refusing.endpointIdentity()).toBeNull();
  local.forget();
  expect(local.door()).toBeNull();
});

test('nobody gets in without the password of the door, and no browser takes another core for this one', async () => {
  local.believe(trust);
  const stranger = knock({ password: 'x'.repeat(32) });
  const { fingerprint } = local.door()!;
  const deceived = knock({ fingerprint: fingerprint.replace(/^../, (first) => (first === 'AA' ? 'BB' : 'AA')) });
  await vi.waitUntil(() => ['failed', 'closed'].includes(deceived.state), { timeout: 20_000 });
  expect([stranger.isIn, deceived.isIn]).toEqual([false, false]);
});

test('whoever comes without a valid grant is told why and sent away, and nothing is asked of the cameras', async () => {
  local.believe(trust);
  const now = Math.floor(Date.now() / 1000);
  const { token, jti } = await sign();
  local.believe({ ...trust, revoked: [jti] });
  const tries: [string, string][] = [
    ['local_grant_invalid', JSON.stringify({ type: 'offer', requestId: 1, cameraId, ...hidden })],
    ['bad_request', 'nonsense'],
    ['local_grant_invalid', JSON.stringify({ type: 'grant', token: `${token.slice(0, -4)}AAAA` })],
    ['local_grant_invalid', JSON.stringify({ type: 'grant', ...(await sign({ aud: elsewhereId })) })],
    ['local_grant_invalid', JSON.stringify({ type: 'grant', ...(await sign({ org: elsewhereId })) })],
    ['local_grant_expired', JSON.stringify({ type: 'grant', ...(await sign({ iat: now - 50_000, exp: now - 1 })) })],
    ['local_grant_revoked', JSON.stringify({ type: 'grant', token })],
  ];
  await Promise.all(
    tries.map(async ([code, text]) => {
      const visitor = knock();
      await vi.waitUntil(() => visitor.isIn, { timeout: 20_000 });
      visitor.say(text);
      expect(await visitor.next(() => false), text).toEqual({ type: 'refused', code });
      await vi.waitUntil(() => !visitor.isIn, { timeout: 20_000 });
    }),
  );
  expect([asked, views()]).toEqual([[], []]);
});

test('a camera that is not granted, is not here any more, or hides something that may not be seen is not shown', async () => {
  local.believe(trust);
  const { visitor } = await enter();
  expect(await visitor.ask({ type: 'offer', cameraId: ids(9), ...hidden })).toMatchObject({
    type: 'failed',
    code: 'not_found',
  });
  expect(await visitor.ask({ type: 'offer', cameraId: elsewhereId, ...hidden })).toMatchObject({
    type: 'failed',
    code: 'not_found',
  });
  expect(await visitor.ask({ type: 'offer', cameraId, ...hidden, originals: true })).toMatchObject({
    type: 'failed',
    code: 'forbidden',
  });
  expect(await visitor.ask({ type: 'renew', leaseId: ids(9) })).toMatchObject({
    type: 'failed',
    code: 'live_lease_ended',
  });
  expect([asked, views()]).toEqual([[], []]);
});

/** Watches the camera. The native side ends an offer now and then while a connection of before ends: then anew. */
async function watch(
  visitor: EndpointVisitor,
  grantId: string,
): Promise<{ browser: TestBrowserPeer; leaseId: string }> {
  for (;;) {
    const browser = new TestBrowserPeer();
    browsers.push(browser);
    const answer = await visitor.ask({
      type: 'offer',
      cameraId,
      sdp: browser.offer(),
      stream: 'auto',
      originals: false,
    });
    if (answer.type !== 'answer' || !answer.lease) throw new Error(JSON.stringify(answer));
    // Written before anything was shown.
    expect(views().at(-1)).toEqual({
      kind: 'localView',
      grantId,
      cameraId,
      openedAtUtcMs: expect.any(Number) as number,
      originals: false,
    });
    if (browser.answer(answer.lease.sdp)) return { browser, leaseId: answer.lease.leaseId };
  }
}

test('LIVE-002 shows a camera over the local network alone, keeps the view while it is renewed, and tells the server who watched', async () => {
  local.believe(trust);
  bus.play(streamId, clip);
  const { visitor, jti } = await enter();
  const { browser, leaseId } = await watch(visitor, jti);
  await vi.waitUntil(() => browser.pictures().length > 20, { timeout: 20_000 });
  expect(await visitor.ask({ type: 'renew', leaseId })).toMatchObject({ type: 'answer', lease: null });
  expect(asked.at(-1)).toMatchObject({
    command: 'live.grant',
    body: { grant: { leaseId, playback: true, originals: false } },
  });
  // Taken back while it is watched: the picture ends, and the visitor is told.
  local.believe({ ...trust, revoked: [jti] });
  expect(await visitor.next(({ type }) => type === 'refused')).toBeDefined();
  expect(visitor.heard.at(-1)).toEqual({ type: 'refused', code: 'local_grant_revoked' });
  await vi.waitUntil(() => service.count === 0, { timeout: 10_000 });
});

test('a view ends when the browser goes, and a newer grant that allows less ends what it does not allow', async () => {
  local.believe(trust);
  bus.play(streamId, clip);
  const { visitor } = await enter();
  const open = async (): Promise<void> => {
    const browser = new TestBrowserPeer();
    browsers.push(browser);
    expect(
      await visitor.ask({ type: 'offer', cameraId, sdp: browser.offer(), stream: 'auto', originals: false }),
    ).toMatchObject({ type: 'answer' });
  };
  await open();
  expect(service.count).toBe(1);
  visitor.say({ type: 'grant', token: (await sign({ cameras: [] })).token });
  await vi.waitUntil(() => service.count === 0, { timeout: 10_000 });
  visitor.say({ type: 'grant', token: (await sign()).token });
  await open();
  visitor.close();
  await vi.waitUntil(() => service.count === 0, { timeout: 20_000 });
});

test('the clock of the core being set an hour ahead or back puts nobody out, and lets nobody in for longer', async () => {
  local.believe(trust);
  const real = Date.now;
  const now = Math.floor(real() / 1000);
  local.confirmTime(real());
  try {
    for (const offMs of [3_600_000, -3_600_000]) {
      vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
      await enter({ iat: now - 60, exp: now + 600 });
      const late = knock();
      await vi.waitUntil(() => late.isIn, { timeout: 20_000 });
      late.say({ type: 'grant', ...(await sign({ iat: now - 7_200, exp: now - 60 })) });
      expect(await late.next(() => false)).toEqual({ type: 'refused', code: 'local_grant_expired' });
    }
  } finally {
    vi.restoreAllMocks();
  }
});

test('what was believed, and taken back, is still known after a restart without the server; another person cannot take over a line', async () => {
  local.believe(trust);
  const { fingerprint, password } = local.door()!;
  const { token, jti } = await sign();
  local.believe({ ...trust, revoked: [jti] });
  endpoint.stop();
  service.stop();
  await openViews();
  expect(local.door()).toMatchObject({ fingerprint, password });
  const visitor = knock();
  await vi.waitUntil(() => visitor.isIn, { timeout: 20_000 });
  visitor.say({ type: 'grant', token });
  expect(await visitor.next(() => false)).toEqual({ type: 'refused', code: 'local_grant_revoked' });
  const other = await enter();
  other.visitor.say({ type: 'grant', token: (await sign({ sid: 'another' })).token });
  await vi.waitUntil(() => other.visitor.heard.some(({ type }) => type === 'refused'), { timeout: 20_000 });
});
