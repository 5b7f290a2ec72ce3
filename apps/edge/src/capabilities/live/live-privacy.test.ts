import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import { leaseMs } from '@sightline/contracts/live/live';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { answerPeer, reservePort } from '../../drivers/webrtc/node-datachannel-peer.ts';
import type { ClipUnits } from '../../../testing/play/test-footage.ts';
import { readClip } from '../../../testing/play/test-footage.ts';
import { ReceivedMessages } from '../../../testing/play/test-player.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { decodeLuma, flat, hidesLowerHalf, hidesPeople, unevenness } from '../../../testing/privacy/test-hidden.ts';
import { Transcoders } from '../transcode/transcoders.ts';
import { busUnits } from './feeds/bus-units.ts';
import { CameraFeeds } from './feeds/camera-feeds.ts';
import { notifyInference } from './boxes/hidden-objects.ts';
import { LiveService } from './live-service.ts';
import { TestBrowserPeer } from '../../../testing/live/test-browser-peer.ts';
import { TestCameraBus } from '../../../testing/live/test-camera-bus.ts';

const cameraId = '0198c000-0000-7000-8000-00000000000a';
const mainId = '0198c000-0000-7000-8000-000000000001';
const subId = '0198c000-0000-7000-8000-000000000002';

let folder: string;
let main: ClipUnits;
let sub: ClipUnits;
let bus: TestCameraBus;
let transcoders: Transcoders;
let service: LiveService;
let browsers: TestBrowserPeer[] = [];
let relayServer: WebSocketServer;
let leases = 0;
let children: number[] = [];
let watched: string[][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-privacy-'));
  main = await readClip(await testMedia('h264-720'));
  sub = await readClip(await testMedia('h264-sub'));
  relayServer = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => relayServer.once('listening', resolve));
}, 60_000);

afterAll(async () => {
  for (const client of relayServer.clients) client.terminate();
  await new Promise((resolve) => relayServer.close(resolve));
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  children = [];
  watched = [];
  bus = await TestCameraBus.start();
  transcoders = new Transcoders(() => bus.socketPath, { onStarted: (pid) => children.push(pid) });
  service = new LiveService({
    feeds: new CameraFeeds({
      stream: (streamId) => busUnits(() => bus.socketPath, streamId),
      transcode: (streamId) => transcoders.units(streamId),
      hide: ({ streamId, privacy }) =>
        transcoders.hiding({
          streamId,
          privacy,
          watchObjects: (onInference) =>
            service.watchBoxes(cameraId, (boxes) => notifyInference(boxes, privacy, onInference)),
        }),
      nowUtcMs: Date.now,
    }),
    playback: {
      footage: null as never,
      thumbnail: () => Promise.reject(new Error('not asked here')),
      openConverter: () => null as never,
    },
    answerPeer,
    reservePort,
    nowMs: () => performance.now(),
    onViewers: () => undefined,
    onBoxesWatched: (cameraIds) => watched.push(cameraIds),
  });
  bus.play(mainId, main);
  bus.play(subId, sub);
});

afterEach(async () => {
  for (const browser of browsers) browser.close();
  browsers = [];
  service.stop();
  transcoders.stop();
  await bus.stop();
});

function configure(privacy: CameraPrivacy | null, kinds: ('main' | 'sub')[] = ['main', 'sub']): void {
  service.configure({
    busSocketPath: bus.socketPath,
    storePath: '',
    volume: folder,
    serverUrl: `http://127.0.0.1:${(relayServer.address() as { port: number }).port}`,
    serverCa: null,
    ice: { port: 0, bindAddress: null, servers: [] },
    cameras: [
      { cameraId, streams: kinds.map((kind) => ({ kind, streamId: kind === 'main' ? mainId : subId })), privacy },
    ],
  });
}

const makeGrant = (more: Partial<LeaseGrant> = {}): LeaseGrant => ({
  leaseId: `0198c000-0000-7000-8000-${String(++leases).padStart(12, '0')}`,
  cameraId,
  sessionId: 's',
  live: true,
  playback: true,
  originals: false,
  expiresAt: Date.now() + leaseMs,
  ...more,
});

async function watch(
  more: Partial<LeaseGrant> = {},
  stream: 'auto' | 'main' | 'sub' = 'auto',
): Promise<{ browser: TestBrowserPeer; grant: LeaseGrant }> {
  const grant = makeGrant(more);
  const browser = new TestBrowserPeer();
  browsers.push(browser);
  const { sdp } = await service.offer({ grant, sdp: browser.offer(), stream, stunServers: [] });
  return browser.answer(sdp) ? { browser, grant } : watch(more, stream);
}

async function relay(more: Partial<LeaseGrant> = {}): Promise<{ socket: WebSocket; received: ReceivedMessages }> {
  const received = new ReceivedMessages();
  const opened = new Promise<WebSocket>((resolve) => relayServer.once('connection', resolve));
  void opened.then((socket) =>
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? received.binary(new Uint8Array(data)) : received.text(data.toString()),
    ),
  );
  await service.openRelay({ grant: makeGrant(more), token: 'token' });
  return { socket: await opened, received };
}

const ask = (socket: WebSocket, stream: 'auto' | 'main' | 'sub' = 'auto'): void =>
  socket.send(JSON.stringify({ type: 'live', requestId: 1, stream }));
const until = (condition: () => boolean, limitMs = 12_000): Promise<void> =>
  vi.waitUntil(condition, { timeout: limitMs, interval: 10 }).then(() => undefined);

/** The pictures of what came over a relay; all, or those since the last keyframe. */
function lumaOf(received: ReceivedMessages, since: 'begin' | 'lastKey' = 'begin') {
  const init = readInitSegment(received.items.find((item) => item.kind === 1)!.bytes)!;
  const { sps, pps } = init.video;
  const all = received.items.filter((item) => item.kind === 2).flatMap((item) => readFragment(item.bytes)!.video);
  const pictures = since === 'begin' ? all : all.slice(all.findLastIndex(({ key }) => key));
  return decodeLuma(
    'h264',
    pictures.map(({ data, key }) => toAnnexB(data, key ? [...sps, ...pps] : [])),
  );
}

/** The same of what came over a video track: every keyframe carries its parameter sets there. */
function lumaOfTrack(browser: TestBrowserPeer) {
  const sets = browser.parameterSets();
  return decodeLuma(
    'h264',
    browser.pictures().map(({ data, key }) => toAnnexB(data, key ? sets : [])),
  );
}

const seen = (boxes: { x: number; y: number; width: number; height: number }[]): void =>
  service.boxes({
    cameraId,
    atUtcMs: Date.now(),
    holdMs: 500,
    tracks: [],
    present: boxes.map((box) => ({ class: 'person', box })),
  });

describe('the live picture of a camera that hides something', () => {
  it('is hidden over the relay for whoever may not see originals, whatever stream is asked for, and says so', async () => {
    configure(hidesLowerHalf);
    const { socket, received } = await relay();
    ask(socket, 'main');
    await received.until(() => received.items.filter((item) => item.kind === 2).length > 25, 15_000);
    expect(received.of('showing').at(-1)).toMatchObject({
      stream: 'sub',
      masked: 'parts',
      transcoded: true,
      width: 640,
    });
    const pictures = lumaOf(received);
    expect(pictures.length).toBeGreaterThan(15);
    for (const picture of pictures) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
  });

  it('has no boxes where it is hidden: they would tell who is there', async () => {
    configure(hidesLowerHalf);
    const { socket, received } = await relay();
    socket.send(JSON.stringify({ type: 'boxes', requestId: 2 }));
    await until(() => watched.length > 0);
    const track = {
      eventId: mainId,
      class: 'person' as const,
      velocity: { x: 0, y: 0 },
      score: 0.9,
      plate: null,
      isStationary: false,
      coastingMs: null,
    };
    const boxes = [0.6, 0.1].map((y) => ({ ...track, box: { x: 0.2, y, width: 0.1, height: 0.3 } }));
    service.boxes({ cameraId, atUtcMs: 1, holdMs: 500, tracks: boxes });
    await received.until(() => received.of('boxes').length === 1);
    expect(received.of('boxes')[0]?.tracks).toEqual([boxes[1]]);
  });

  it('is hidden on the video track, and one hiding process serves everybody', async () => {
    configure(hidesLowerHalf);
    const first = await watch();
    const second = await watch({}, 'main');
    await until(() => first.browser.pictures().length > 20 && second.browser.pictures().length > 20, 20_000);
    for (const { browser } of [first, second]) {
      const pictures = lumaOfTrack(browser);
      expect(pictures.length).toBeGreaterThan(12);
      for (const picture of pictures) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
    }
    expect(children).toHaveLength(1);
  });

  it('is the camera’s own for whoever may see originals', async () => {
    configure(hidesLowerHalf);
    const { socket, received } = await relay({ originals: true });
    ask(socket, 'sub');
    await received.until(() => received.items.filter((item) => item.kind === 2).length > 20);
    expect(received.of('showing').at(-1)?.masked).toBeUndefined();
    expect(Math.max(...lumaOf(received).map((picture) => unevenness(picture, hidesLowerHalf)))).toBeGreaterThan(40);
    expect(children).toEqual([]);
  });

  it('ends when the right to originals is taken, and does not go on by itself', async () => {
    configure(hidesLowerHalf);
    const { browser, grant } = await watch({ originals: true });
    await until(() => browser.pictures().length > 10);
    service.setGrant({ ...grant, originals: false });
    expect(service.count).toBe(0);
    await until(
      () => browser.received.of('bye').length > 0 || browser.state === 'closed' || browser.state === 'disconnected',
    );
  });

  it('ends for everybody without that right as soon as something is hidden, and stays for the others', async () => {
    configure(null);
    const plain = await watch();
    const allowed = await watch({ originals: true });
    await until(() => plain.browser.pictures().length > 10 && allowed.browser.pictures().length > 10);
    configure(hidesLowerHalf);
    expect(service.count).toBe(1);
    const count = allowed.browser.pictures().length;
    await until(() => allowed.browser.pictures().length > count + 10);
  });

  it('is nothing at all while the hiding process is dead, then hidden again, never the original', async () => {
    configure(hidesLowerHalf);
    const { socket, received } = await relay();
    ask(socket);
    await received.until(() => received.items.filter((item) => item.kind === 2).length > 10, 15_000);
    process.kill(children[0]!, 'SIGKILL');
    const fragments = (): number => received.items.filter((item) => item.kind === 2).length;
    await until(() => children.length === 2);
    const before = fragments();
    await until(() => fragments() > before + 20, 20_000);
    const inits = received.items.filter((item) => item.kind === 1);
    for (const { bytes } of inits) expect(readInitSegment(bytes)!.video.width).toBe(640);
    for (const picture of lumaOf(received)) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
  });

  it('says plainly when it cannot be hidden', async () => {
    configure(hidesLowerHalf);
    const refusing = new Transcoders(() => bus.socketPath, { maxHidingAtOnce: 0 });
    const states: unknown[] = [];
    const stop = refusing.hiding({ streamId: subId, privacy: hidesLowerHalf, watchObjects: () => () => undefined })({
      config: () => states.push('config'),
      unit: () => states.push('unit'),
      status: (status) => states.push(status),
    });
    expect(states).toEqual([{ isOnline: false, cause: 'privacy_unavailable' }]);
    stop();
  });
});

describe('objects in the live picture', () => {
  it('are hidden with everything around them where nobody looks for them, and that is said', async () => {
    configure({ ...hidesPeople, isLookedFor: false });
    const { socket, received } = await relay();
    ask(socket);
    await received.until(() => received.items.filter((item) => item.kind === 2).length > 5, 15_000);
    expect(received.of('showing').at(-1)).toMatchObject({ masked: 'whole' });
    for (const picture of lumaOf(received)) expect(unevenness(picture, hidesPeople)).toBeLessThan(flat);
  });

  it('are hidden with everything around them while nobody has looked', async () => {
    configure(hidesPeople);
    const { socket, received } = await relay();
    ask(socket);
    await received.until(() => received.items.filter((item) => item.kind === 2).length > 10, 15_000);
    expect(watched.at(-1)).toEqual([cameraId]);
    for (const picture of lumaOf(received)) expect(unevenness(picture, hidesPeople)).toBeLessThan(flat);
  });

  it('hide the whole picture again when the core stops looking; what is only guessed is no look', async () => {
    const heard: unknown[] = [];
    const guess = { cameraId, atUtcMs: 5, holdMs: 0, tracks: [] };
    notifyInference(guess, hidesPeople, (look) => heard.push(look));
    notifyInference({ ...guess, present: null }, hidesPeople, (look) => heard.push(look));
    expect(heard).toEqual([]);
    configure(hidesPeople);
    const looking = setInterval(() => seen([]), 200);
    const { socket, received } = await relay();
    ask(socket);
    const last = (): number => unevenness(lumaOf(received, 'lastKey').at(-1)!, hidesPeople);
    await vi.waitUntil(() => received.items.length > 5 && last() > 40, { timeout: 20_000, interval: 200 });
    clearInterval(looking);
    await vi.waitUntil(() => last() < flat, { timeout: 20_000, interval: 200 });
  });
});
