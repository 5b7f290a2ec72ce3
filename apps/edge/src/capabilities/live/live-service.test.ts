import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import { leaseMs } from '@sightline/contracts/live/live';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { answerPeer, reservePort } from '../../drivers/webrtc/node-datachannel-peer.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { openFootage } from '../footage/open-footage.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import type { ClipUnits } from '../../../testing/play/test-footage.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { ReceivedMessages } from '../../../testing/play/test-player.ts';
import { FootageThumbnails } from '../snapshot/footage-thumbnails.ts';
import type { PictureMaker } from '../snapshot/picture-maker.ts';
import { createPictureMaker } from '../snapshot/picture-maker.ts';
import { FootageConverters } from '../transcode/footage-converters.ts';
import { Transcoders } from '../transcode/transcoders.ts';
import { busUnits } from './feeds/bus-units.ts';
import { CameraFeeds } from './feeds/camera-feeds.ts';
import { LiveService } from './live-service.ts';
import { TestBrowserPeer } from '../../../testing/live/test-browser-peer.ts';
import { TestCameraBus } from '../../../testing/live/test-camera-bus.ts';

const cameraId = '0198c000-0000-7000-8000-00000000000a';
const mainId = '0198c000-0000-7000-8000-000000000001';
const subId = '0198c000-0000-7000-8000-000000000002';
const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);

const clips = {} as Record<'main' | 'sub' | 'bframes' | 'hevc' | 'g711' | 'aac', ClipUnits>;
let folder: string;
let footage: OpenFootage;
let pictures: PictureMaker;
let bus: TestCameraBus;
let service: LiveService;
let transcoders: Transcoders;
let converters: FootageConverters;
let clockMs = 0;
let browsers: TestBrowserPeer[] = [];
let leases = 0;
let watched: string[][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-service-'));
  clips.main = await readClip(await testMedia('h264-720'));
  clips.sub = await readClip(await testMedia('h264-sub'));
  clips.bframes = await readClip(await testMedia('h264-bframes'));
  clips.hevc = await readClip(await testMedia('hevc'));
  clips.g711 = await readClip(await testMedia('h264-g711'));
  clips.aac = await readClip(await testMedia('h264-aac'));
  const store = openStore(join(folder, 'edge.sqlite'));
  await writeSegment({ store, volume: folder, streamId: mainId, startUtcMs: startMs, clip: clips.main });
  store.close();
  footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: Date.now });
  pictures = createPictureMaker();
}, 60_000);

afterAll(async () => {
  pictures.stop();
  await footage.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  bus = await TestCameraBus.start();
  transcoders = new Transcoders(() => bus.socketPath);
  converters = new FootageConverters();
  const thumbnails = new FootageThumbnails(footage.source, pictures);
  service = new LiveService({
    feeds: new CameraFeeds({
      stream: (streamId) => busUnits(() => bus.socketPath, streamId),
      transcode: (streamId) => transcoders.units(streamId),
      hide: ({ streamId, privacy }) => transcoders.hiding({ streamId, privacy, watchObjects: () => () => undefined }),
      nowUtcMs: Date.now,
    }),
    playback: {
      footage: footage.source,
      thumbnail: (ask) => thumbnails.thumbnail(ask),
      openConverter: converters.open,
    },
    answerPeer,
    reservePort,
    nowMs: () => performance.now() + clockMs,
    onViewers: () => undefined,
    onBoxesWatched: (cameraIds) => watched.push(cameraIds),
  });
  configure({ port: 0 });
});

afterEach(async () => {
  for (const browser of browsers) browser.close();
  browsers = [];
  service.stop();
  transcoders.stop();
  converters.stop();
  await bus.stop();
  clockMs = 0;
  watched = [];
});

function configure(options: { port: number; serverUrl?: string; kinds?: ('main' | 'sub')[] }): void {
  const streams = (options.kinds ?? ['main', 'sub']).map((kind) => ({
    kind,
    streamId: kind === 'main' ? mainId : subId,
  }));
  service.configure({
    busSocketPath: bus.socketPath,
    storePath: '',
    volume: folder,
    serverUrl: options.serverUrl ?? null,
    serverCa: null,
    ice: { port: options.port, bindAddress: null, servers: [] },
    cameras: [{ cameraId, streams, privacy: null }],
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

interface Watching {
  browser: TestBrowserPeer;
  grant: LeaseGrant;
  sdp: string;
}

async function watch(
  options: { grant?: LeaseGrant; stream?: 'auto' | 'main' | 'sub'; audio?: boolean; video?: boolean } = {},
): Promise<Watching> {
  const grant = options.grant ?? makeGrant();
  const browser = new TestBrowserPeer(options);
  browsers.push(browser);
  const { sdp } = await service.offer({
    grant,
    sdp: browser.offer(),
    stream: options.stream ?? 'auto',
    stunServers: [],
  });
  if (!browser.answer(sdp)) return watch({ ...options, grant });
  return { browser, grant, sdp };
}

const until = (condition: () => boolean, limitMs = 8_000): Promise<void> =>
  vi.waitUntil(condition, { timeout: limitMs, interval: 5 }).then(() => undefined);

/** Distances of the pictures' timestamps in 90 kHz ticks. */
const steps = (pictures: { timestamp: number }[]): number[] =>
  pictures.slice(1).map((picture, index) => (picture.timestamp - pictures[index]!.timestamp) >>> 0);

describe('offers', () => {
  it('refuses an unknown camera, a grant without any right, and an offer that is none', async () => {
    const sdp = new TestBrowserPeer().offer();
    await expect(
      service.offer({ grant: makeGrant({ cameraId: mainId }), sdp, stream: 'auto', stunServers: [] }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      service.offer({ grant: makeGrant({ live: false, playback: false }), sdp, stream: 'auto', stunServers: [] }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      service.offer({ grant: makeGrant(), sdp: 'v=0 nonsense', stream: 'auto', stunServers: [] }),
    ).rejects.toMatchObject({
      code: 'live_not_possible',
    });
    expect(service.count).toBe(0);
  });

  it('offers the loopback address beside the real ones', async () => {
    bus.play(mainId, clips.main);
    const { sdp } = await watch();
    expect(sdp).toMatch(/a=candidate:\S+ 1 UDP \d+ 127\.0\.0\.1 \d+ typ host/);
  });

  it('takes another port when the wanted one belongs to another program', async () => {
    const other = createSocket('udp4');
    await new Promise<void>((resolve) => other.bind(0, '0.0.0.0', resolve));
    const { port } = other.address();
    bus.play(mainId, clips.main);
    configure({ port });
    const { browser, sdp } = await watch();
    expect(sdp).not.toContain(` ${port} typ host`);
    await until(() => browser.pictures().length > 10);
    other.close();
  });

  it('serves several viewers through one UDP port', async () => {
    // Below the ports that the system hands out, of which the browsers of this very test take some.
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    bus.play(mainId, clips.main);
    configure({ port });
    const first = await watch();
    const second = await watch();
    expect(first.sdp).toContain(` ${port} typ host`);
    expect(second.sdp).toContain(` ${port} typ host`);
    await until(() => first.browser.pictures().length > 20 && second.browser.pictures().length > 20);
  });
});

describe('the video track', () => {
  it('begins with the cached pictures in a rush, the keyframe first, then goes on live', async () => {
    bus.play(mainId, clips.main);
    // Amid a group of pictures, far from its end: some are cached, however long the browser takes to connect.
    await until(() => bus.cachedPictures(mainId) > 5 && bus.cachedPictures(mainId) < 9);
    const { browser } = await watch();
    await until(() => browser.pictures().length > 40);
    const seen = browser.pictures();
    expect(seen[0]!.key).toBe(true);
    const burst = steps(seen).findIndex((step) => step > 1000);
    expect(burst).toBeGreaterThan(3);
    expect(new Set(steps(seen).slice(0, burst))).toEqual(new Set([90]));
    for (const step of steps(seen).slice(burst)) expect(Math.abs(step - 6000)).toBeLessThan(1500);
    expect(seen.every((picture) => !picture.gap)).toBe(true);
    // Bit for bit what the camera sent.
    const sent = clips.main.video.map((unit) => Buffer.from(unit.data).toString('base64'));
    expect(sent).toContain(Buffer.from(seen[5]!.data).toString('base64'));
  });

  it('shows the sub stream when main has B-frames', async () => {
    bus.play(mainId, clips.bframes);
    bus.play(subId, clips.sub);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'track', requestId: 5, stream: 'auto' });
    await browser.received.until(() => browser.received.of('showing').length > 0);
    expect(browser.received.of('showing')[0]).toMatchObject({
      requestId: 5,
      stream: 'sub',
      width: 640,
      transcoded: false,
    });
    await until(() => browser.pictures().length > 20);
  });

  it('says which instant a picture of the track is of to a browser that asks, and to no other', async () => {
    bus.play(mainId, clips.main);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'track', requestId: 5, stream: 'main' });
    await until(() => browser.pictures().length > 20);
    expect(browser.received.of('clock')).toEqual([]);
    browser.say({ type: 'track', requestId: 6, stream: 'main', tellsClock: true });
    await browser.received.until(() => browser.received.of('clock').length > 1);
    for (const { requestId, rtpTimestamp, atUtcMs } of browser.received.of('clock')) {
      expect(requestId).toBe(6);
      const came = browser.video.find(({ timestamp }) => timestamp === rtpTimestamp);
      expect(performance.timeOrigin + (came?.atMs ?? 0)).toBeGreaterThanOrEqual(atUtcMs - 5);
    }
    const [first, second] = browser.received.of('clock');
    expect((second!.rtpTimestamp - first!.rtpTimestamp) / 90).toBeCloseTo(second!.atUtcMs - first!.atUtcMs, -1);
  });

  it('changes the stream on request with timestamps that only rise', async () => {
    bus.play(mainId, clips.main);
    bus.play(subId, clips.sub);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen() && browser.pictures().length > 30);
    browser.say({ type: 'track', requestId: 6, stream: 'sub' });
    await browser.received.until(() => browser.received.of('showing').some((reply) => reply.stream === 'sub'));
    const before = browser.pictures().length;
    await until(() => browser.pictures().length > before + 40);
    for (const step of steps(browser.pictures())) expect(step).toBeLessThan(200_000);
    browser.say({ type: 'track', requestId: 7, stream: 'none' });
    await until(() => bus.subscribers(mainId) + bus.subscribers(subId) === 0, 12_000);
  });

  it('sends the cached pictures again to a browser that lost its picture', async () => {
    bus.play(mainId, clips.main);
    const { browser } = await watch();
    await until(() => browser.pictures().length > 30);
    clockMs += 5_000;
    const keysBefore = browser.pictures().filter((picture) => picture.key).length;
    browser.requestKeyframe();
    await until(() => browser.pictures().filter((picture) => picture.key).length > keysBefore, 1_500);
    expect(steps(browser.pictures()).every((step) => step < 200_000)).toBe(true);
  });

  it('passes G.711 sound on', async () => {
    bus.play(subId, clips.g711);
    configure({ port: 0, kinds: ['sub'] });
    const { browser } = await watch({ audio: true });
    await until(() => browser.audio.length > 30);
    const sizes = new Set(clips.g711.audio.map((unit) => unit.samples));
    for (const step of steps(browser.audio)) expect(sizes).toContain(step);
  });

  it('tells when the camera falls silent, when it is offline and why, and when it is back', async () => {
    bus.play(mainId, clips.main);
    const { browser } = await watch({ stream: 'main' });
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'track', requestId: 5, stream: 'main' });
    const { received } = browser;
    await received.until(() => received.of('state').some((state) => state.state === 'live'));
    bus.silence(mainId);
    await received.until(() => received.of('state').at(-1)?.state === 'stalled');
    expect(received.of('state').at(-1)?.lastUnitUtcMs).toBeGreaterThan(Date.now() - 6_000);
    bus.offline(mainId, 'camera_unreachable');
    await received.until(() => received.of('state').at(-1)?.state === 'offline');
    expect(received.of('state').at(-1)).toMatchObject({ requestId: 5, cause: 'camera_unreachable' });
    bus.play(mainId, clips.main);
    await received.until(() => received.of('state').at(-1)?.state === 'live');
  });
});

describe('shared transcode', () => {
  it('converts HEVC for the video track, once for all viewers, and only while watched', async () => {
    bus.play(mainId, clips.hevc);
    configure({ port: 0, kinds: ['main'] });
    expect(transcoders.count).toBe(0);
    const first = await watch();
    await until(() => first.browser.channel.isOpen());
    first.browser.say({ type: 'track', requestId: 5, stream: 'auto' });
    const second = await watch();
    await until(() => first.browser.pictures().length > 20 && second.browser.pictures().length > 20, 15_000);
    expect(transcoders.count).toBe(1);
    await first.browser.received.until(() => first.browser.received.of('showing').some((reply) => reply.transcoded));
    expect(first.browser.received.of('showing').at(-1)).toMatchObject({
      stream: 'main',
      height: 720,
      transcoded: true,
    });
    service.close({ leaseId: first.grant.leaseId });
    service.close({ leaseId: second.grant.leaseId });
    await until(() => transcoders.count === 0, 10_000);
  }, 40_000);
});

describe('the data channel', () => {
  it('serves footage and a thumbnail beside the live picture', async () => {
    bus.play(mainId, clips.main);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({
      type: 'footage',
      requestId: 9,
      stream: 'main',
      fromUtcMs: startMs + 2_500,
      toUtcMs: startMs + 8_000,
    });
    browser.say({ type: 'thumbnail', requestId: 10, stream: 'main', atUtcMs: startMs + 7_000, width: 160 });
    const { received } = browser;
    await received.until(() => received.of('done').length === 2);
    expect(received.items.filter((item) => item.requestId === 9 && item.kind === 2)).toHaveLength(6);
    const jpeg = received.items.find((item) => item.kind === 3)!;
    expect([...jpeg.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect(jpeg.wallMs).toBe(startMs + 6_000);
  });

  it('serves live fragments of a stream with AAC', async () => {
    bus.play(mainId, clips.aac);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'live', requestId: 4, stream: 'auto' });
    const { received } = browser;
    await received.until(() => received.items.length > 60);
    expect(received.of('segment')[0]?.mimeType).toContain('mp4a.40.2');
    expect(received.items[0]?.kind).toBe(1);
    expect(received.items[1]).toMatchObject({ kind: 2, startsWithKey: true });
    const { zeroUtcMs } = received.of('segment')[0]!;
    expect(Math.abs(zeroUtcMs - received.items[1]!.wallMs)).toBeLessThan(500);
  });

  it('places live fragments by when their pictures were taken, also those that wait for a later one', async () => {
    bus.play(mainId, clips.bframes);
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'live', requestId: 4, stream: 'main' });
    const { received } = browser;
    await received.until(() => received.items.length > 10);
    const longestWaitMs = Math.max(...clips.bframes.video.map(({ pts90k, dts90k }) => (pts90k - dts90k) / 90));
    expect(longestWaitMs).toBeGreaterThan(100);
    // The clip plays at the pace of its decode times: the picture that waits for none comes when it was taken.
    const { zeroUtcMs } = received.of('segment')[0]!;
    expect(received.items[1]!.wallMs - zeroUtcMs).toBeCloseTo(longestWaitMs, 0);
  });

  it('serves live fragments of a stream with G.711 with its sound as FLAC, without a hole', async () => {
    bus.play(subId, clips.g711);
    configure({ port: 0, kinds: ['sub'] });
    const { browser } = await watch();
    await until(() => browser.channel.isOpen());
    browser.say({ type: 'live', requestId: 4, stream: 'auto' });
    const { received } = browser;
    await received.until(() => received.items.length > 60);
    expect(received.of('segment')[0]?.mimeType).toMatch(/, flac"$/);
    const sound = received.items
      .flatMap((item) => (item.kind === 2 ? (readFragment(item.bytes) ?? []) : []))
      .filter((fragment) => fragment.audio.length > 0);
    expect(sound.length).toBeGreaterThan(20);
    for (const [index, fragment] of sound.slice(1).entries()) {
      expect(fragment.audio[0]!.data[0]).toBe(0xff);
      expect(fragment.audioTime).toBe(
        sound[index]!.audioTime + sound[index]!.audio.reduce((sum, sample) => sum + sample.duration, 0),
      );
    }
  });
});

describe('leases', () => {
  it('ends a view that is not renewed, with a farewell', async () => {
    bus.play(mainId, clips.main);
    const { browser, grant } = await watch();
    await until(() => browser.channel.isOpen());
    clockMs += leaseMs - 2_000;
    expect(service.setGrant(grant)).toEqual({ known: true });
    clockMs += leaseMs - 2_000;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(service.count).toBe(1);
    clockMs += 3_000;
    await browser.received.until(() => browser.received.of('bye').length > 0);
    expect(browser.received.of('bye')[0]?.code).toBe('live_lease_ended');
    expect(service.count).toBe(0);
    expect(service.setGrant(grant)).toEqual({ known: false });
  });

  it('shows nothing when the right to it went before the browser had connected', async () => {
    bus.play(mainId, clips.main);
    const { browser, grant } = await watch();
    service.setGrant({ ...grant, live: false });
    await until(() => browser.channel.isOpen());
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(browser.video).toHaveLength(0);
    service.close({ leaseId: grant.leaseId });
    await browser.received.until(() => browser.received.of('bye').length > 0);
  });

  it('closes at once when told, and takes the picture when the right to it goes', async () => {
    bus.play(mainId, clips.main);
    const { browser, grant } = await watch();
    await until(() => browser.channel.isOpen() && browser.pictures().length > 10);
    service.setGrant({ ...grant, live: false });
    const before = browser.video.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(browser.video.length - before).toBeLessThan(40);
    service.close({ leaseId: grant.leaseId, code: 'live_view_closed' });
    await browser.received.until(() => browser.received.of('bye').length > 0);
    expect(browser.received.of('bye')).toMatchObject([{ code: 'live_view_closed' }]);
    await until(() => browser.state === 'closed' || browser.state === 'disconnected' || browser.state === 'failed');
  });
});

describe('boxes', () => {
  const track = {
    eventId: mainId,
    class: 'person' as const,
    box: { x: 0.1, y: 0.2, width: 0.1, height: 0.3 },
    velocity: { x: 0.05, y: 0 },
    score: 0.9,
    plate: null,
    isStationary: false,
    coastingMs: null,
  };
  const boxesAt = (atUtcMs: number, tracks = [track]) => ({ cameraId, atUtcMs, holdMs: 900, tracks });

  it('are refused without the right to see live, and end when it goes', async () => {
    const { browser, grant } = await watch({ video: false, grant: makeGrant({ live: false }) });
    await until(() => browser.channel.isOpen());
    const { received } = browser;
    browser.say({ type: 'boxes', requestId: 3 });
    await received.until(() => received.of('failed').length === 1);
    expect(watched).toEqual([]);
    service.setGrant({ ...grant, live: true });
    browser.say({ type: 'boxes', requestId: 4 });
    await until(() => watched.length === 1);
    service.setGrant({ ...grant, live: false });
    await received.until(() => received.of('failed').length === 2);
    await until(() => watched.length === 2);
    expect(watched).toEqual([[cameraId], []]);
    service.boxes(boxesAt(2));
    expect(received.of('boxes')).toEqual([]);
  });

  it('reach everybody who asked, a latecomer at once, and are wanted until the last has gone', async () => {
    const first = await watch({ video: false });
    const second = await watch({ video: false });
    await until(() => first.browser.channel.isOpen() && second.browser.channel.isOpen());
    first.browser.say({ type: 'boxes', requestId: 3 });
    await until(() => watched.length === 1);
    service.boxes(boxesAt(1));
    await first.browser.received.until(() => first.browser.received.of('boxes').length === 1);
    second.browser.say({ type: 'boxes', requestId: 8 });
    await second.browser.received.until(() => second.browser.received.of('boxes').length === 1);
    expect(second.browser.received.of('boxes')[0]).toEqual({
      type: 'boxes',
      requestId: 8,
      atUtcMs: 1,
      holdMs: 900,
      tracks: [track],
    });
    service.boxes(boxesAt(2, []));
    await first.browser.received.until(() => first.browser.received.of('boxes').at(-1)?.tracks.length === 0);
    first.browser.say({ type: 'cancel', requestId: 3 });
    service.close({ leaseId: second.grant.leaseId });
    await until(() => watched.length === 2);
    expect(watched).toEqual([[cameraId], []]);
  });
});

describe('relays', () => {
  let server: WebSocketServer;
  let socket: WebSocket | null;
  const received = new ReceivedMessages();

  beforeEach(async () => {
    socket = null;
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    server.on('connection', (opened, request) => {
      if (request.url !== '/api/v1/link/relays/token-1') return opened.terminate();
      socket = opened;
      opened.on('message', (data: Buffer, isBinary) =>
        isBinary ? received.binary(new Uint8Array(data)) : received.text(data.toString()),
      );
    });
    configure({ port: 0, serverUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
  });

  afterEach(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });

  it('speaks the player protocol over the server', async () => {
    bus.play(mainId, clips.main);
    await service.openRelay({ grant: makeGrant(), token: 'token-1' });
    socket!.send(JSON.stringify({ type: 'live', requestId: 2, stream: 'auto' }));
    await received.until(() => received.items.length > 40);
    socket!.send(JSON.stringify({ type: 'track', requestId: 3, stream: 'auto' }));
    await received.until(() => received.of('failed').length > 0);
    expect(received.of('failed')[0]?.code).toBe('live_not_possible');
  });

  it('refuses when the server does not take it', async () => {
    configure({ port: 0, serverUrl: 'http://127.0.0.1:9' });
    await expect(service.openRelay({ grant: makeGrant(), token: 'token-1' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(service.count).toBe(0);
  });

  it('leaves out pictures for a viewer that does not read, and slows nobody', async () => {
    bus.play(mainId, clips.main);
    const good = await watch({ stream: 'main' });
    await service.openRelay({ grant: makeGrant(), token: 'token-1' });
    socket!.pause();
    for (let id = 1; id <= 20; id++) socket!.send(JSON.stringify({ type: 'live', requestId: id, stream: 'main' }));
    await until(() => good.browser.pictures().length > 90, 15_000);
    const live = steps(good.browser.pictures()).filter((step) => step > 1000);
    for (const step of live) expect(step).toBeLessThan(9_000);
    socket!.resume();
    await received.until(() => received.of('state').some((state) => state.cause === 'viewer_too_slow'), 10_000);
  }, 30_000);
});
