import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import type { Mp4VideoTrack } from '@sightline/media/mp4/mp4-demuxer';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { ExportJobs } from '../export/export-jobs.ts';
import type { ExportStateEvent } from '../export/job-worker-messages.ts';
import { TestUploadServer } from '../../../testing/export/test-upload-server.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { decodeLuma, flat, hidesLowerHalf, hidesPeople, unevenness } from '../../../testing/privacy/test-hidden.ts';
import { TestCameraBus } from '../../../testing/live/test-camera-bus.ts';
import { cameraPoster } from '../snapshot/camera-poster.ts';
import { FootageThumbnails } from '../snapshot/footage-thumbnails.ts';
import type { PictureMaker } from '../snapshot/picture-maker.ts';
import { createPictureMaker } from '../snapshot/picture-maker.ts';
import { FootageConverters } from '../transcode/footage-converters.ts';
import type { OpenConverter } from '../footage/footage-converter.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { PlayerSession } from './player-session.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import type { ReceivedMessages } from '../../../testing/play/test-player.ts';
import { MemoryTransport } from '../../../testing/play/test-player.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
const id = '0198c000-0000-7000-8000-000000000001';

let folder: string;
let footage: OpenFootage;
let converters: FootageConverters;
let pictures: PictureMaker;
let privacy: CameraPrivacy | null;
let openConverter: OpenConverter;
const sessions: PlayerSession[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-privacy-'));
  const store = openStore(join(folder, 'edge.sqlite'));
  for (const [streamId, kind] of [
    ['plain', 'h264-720'],
    ['hevc', 'hevc'],
    ['sound', 'h264-g711'],
  ] as const) {
    const clip = await readClip(await testMedia(kind));
    for (const index of [0, 1])
      await writeSegment({ store, volume: folder, streamId, startUtcMs: startMs + index * 12_000, clip });
  }
  store.close();
  footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: () => startMs + 600_000 });
  pictures = createPictureMaker();
}, 60_000);

afterAll(async () => {
  pictures.stop();
  await footage.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  privacy = hidesLowerHalf;
  converters = new FootageConverters();
  openConverter = converters.open;
});

afterEach(() => {
  for (const session of sessions.splice(0)) session.stop();
  converters.stop();
});

function open(streamId: string) {
  const transport = new MemoryTransport();
  const thumbnails = new FootageThumbnails(footage.source, pictures);
  const session = new PlayerSession({
    transport,
    grant: {
      leaseId: id,
      cameraId: id,
      sessionId: 's',
      live: true,
      playback: true,
      originals: false,
      expiresAt: startMs,
    },
    streamId: () => streamId,
    privacy: () => privacy,
    footage: footage.source,
    thumbnail: (ask) => thumbnails.thumbnail(ask),
    openConverter: () => openConverter(),
    live: { serveLive: () => Promise.resolve(), serveBoxes: () => Promise.resolve(), chooseTrack: null },
    onClosed: () => undefined,
  });
  sessions.push(session);
  return { transport, received: transport.received };
}

const footageOf = (fromMs: number, toMs: number, more: Record<string, unknown> = {}) => ({
  type: 'footage',
  requestId: 7,
  stream: 'main',
  fromUtcMs: startMs + fromMs,
  toUtcMs: startMs + toMs,
  windowBytes: 16_777_216,
  ...more,
});

function lumaOf(received: ReceivedMessages) {
  const { sps, pps } = readInitSegment(received.items.find((item) => item.kind === 1)!.bytes)!.video;
  const samples = received.items.filter((item) => item.kind === 2).flatMap((item) => readFragment(item.bytes)!.video);
  return decodeLuma(
    'h264',
    samples.map(({ data, key }) => toAnnexB(data, key ? [...sps, ...pps] : [])),
  );
}

describe('playback of a camera that hides something', () => {
  it.each(['plain', 'hevc'])(
    'shows every picture of %s without it, although it was recorded, and says so',
    async (streamId) => {
      const { transport, received } = open(streamId);
      transport.say(footageOf(1_500, 2_500));
      await received.until(() => received.of('done').length > 0, 20_000);
      expect(received.of('segment')[0]).toMatchObject({ masked: 'parts' });
      const shown = lumaOf(received);
      expect(shown.length).toBeGreaterThan(20);
      for (const picture of shown) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
    },
  );

  it('keeps it hidden in the keyframes of fast playback', async () => {
    const { transport, received } = open('plain');
    transport.say(footageOf(6_000, 14_000, { keyframesOnly: true }));
    await received.until(() => received.of('done').length > 0, 20_000);
    const shown = lumaOf(received);
    expect(shown.length).toBeGreaterThan(2);
    for (const picture of shown) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
  });

  it('hides the whole picture where nobody knows any more where objects were', async () => {
    privacy = hidesPeople;
    const { transport, received } = open('plain');
    transport.say(footageOf(0, 1_000));
    await received.until(() => received.of('done').length > 0, 20_000);
    expect(received.of('segment')[0]).toMatchObject({ masked: 'whole' });
    for (const picture of lumaOf(received)) expect(unevenness(picture, hidesPeople)).toBeLessThan(flat);
  });

  it.each(['transcode_busy', 'transcode_unavailable', 'internal'] as const)('sends nothing with %s', async (code) => {
    openConverter = () => {
      throw new AppError(code);
    };
    const { transport, received } = open('plain');
    transport.say(footageOf(0, 2_000));
    await received.until(() => received.of('failed').length > 0);
    expect(received.of('failed')[0]).toMatchObject({ code: 'privacy_unavailable' });
    expect(received.items).toEqual([]);
  });

  it('is the recording itself where nothing is hidden from who looks', async () => {
    privacy = null;
    const { transport, received } = open('plain');
    transport.say(footageOf(0, 500));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment')[0]?.masked).toBeUndefined();
    expect(Math.max(...lumaOf(received).map((picture) => unevenness(picture, hidesLowerHalf)))).toBeGreaterThan(40);
  });
});

describe('pictures of a camera that hides something', () => {
  it('of the timeline do not show it, also after one that did was kept', async () => {
    const { transport, received } = open('plain');
    const ask = { type: 'thumbnail', stream: 'main', atUtcMs: startMs + 4_000, width: 640 };
    privacy = null;
    transport.say({ ...ask, requestId: 1 });
    await received.until(() => received.items.length === 1);
    privacy = hidesLowerHalf;
    transport.say({ ...ask, requestId: 2 });
    await received.until(() => received.items.length === 2);
    const [before, after] = received.items.map(({ bytes }) =>
      unevenness(decodeLuma('jpeg', [bytes])[0]!, hidesLowerHalf),
    );
    expect(before).toBeGreaterThan(40);
    expect(after).toBeLessThan(flat);
  });

  it('of its newest moment do not show it, nor anything where objects are hidden', async () => {
    const bus = await TestCameraBus.start();
    try {
      bus.play('plain', await readClip(await testMedia('h264-720')));
      const parts = { busSocketPath: bus.socketPath, pictures, streamId: () => 'plain', privacy: () => privacy };
      const poster = async (): Promise<Uint8Array> =>
        new Uint8Array(
          Buffer.from((await cameraPoster(parts, { cameraId: id, width: 640, revision: 1 })).jpeg, 'base64'),
        );
      privacy = null;
      expect(unevenness(decodeLuma('jpeg', [await poster()])[0]!, hidesLowerHalf)).toBeGreaterThan(40);
      privacy = hidesLowerHalf;
      expect(unevenness(decodeLuma('jpeg', [await poster()])[0]!, hidesLowerHalf)).toBeLessThan(flat);
      privacy = hidesPeople;
      expect(unevenness(decodeLuma('jpeg', [await poster()])[0]!, hidesPeople)).toBeLessThan(flat);
      const broken: PictureMaker = { jpeg: () => Promise.reject(new AppError('internal')), stop: () => undefined };
      await expect(
        cameraPoster({ ...parts, pictures: broken }, { cameraId: id, width: 640, revision: 1 }),
      ).rejects.toMatchObject({
        code: 'privacy_unavailable',
      });
    } finally {
      await bus.stop();
    }
  });
});

describe('exports of a camera that hides something', () => {
  let server: TestUploadServer;
  let jobs: ExportJobs;
  let events: ExportStateEvent[];

  const start = async (streamId: string, originals: boolean): Promise<ExportStateEvent> => {
    server = new TestUploadServer();
    const url = await server.start();
    events = [];
    jobs = new ExportJobs({
      footage: footage.source,
      folder: join(folder, 'exports'),
      streamId: () => streamId,
      privacy: () => privacy,
      openConverter: () => openConverter(),
      server: () => ({ url, ca: null }),
      onState: (event) => events.push(event),
      room: () => Promise.resolve({ heldBytes: 0, mayHoldBytes: 1e12, isTooMuch: false }),
    });
    await jobs.prepare();
    await jobs.start({
      exportId: id,
      cameraId: id,
      stream: 'main',
      fromUtcMs: startMs + 11_500,
      toUtcMs: startMs + 12_500,
      uploadPath: '/up',
      uploadToken: 't',
      originals,
    });
    await vi.waitUntil(() => ['done', 'failed'].includes(events.at(-1)?.state ?? ''), {
      timeout: 25_000,
      interval: 10,
    });
    return events.at(-1)!;
  };
  afterEach(async () => {
    jobs.stop();
    await server.stop();
  });

  function uploaded() {
    const bytes = new Uint8Array(server.uploads[0]!.bytes);
    const tracks = readMp4(bytes);
    const video = tracks.find((track): track is Mp4VideoTrack => track.kind === 'video')!;
    const { vps, sps, pps } = video.parameterSets;
    const samples = video.samples.map(({ offset, size, key }) =>
      toAnnexB(bytes.subarray(offset, offset + size), key ? [...vps, ...sps, ...pps] : []),
    );
    return { luma: decodeLuma(video.codec, samples), sound: tracks.filter((track) => track.kind === 'audio') };
  }

  it.each(['plain', 'hevc', 'sound'])(
    'of %s do not show it in any picture, and leave nothing behind',
    async (streamId) => {
      expect(await start(streamId, false)).toMatchObject({ state: 'done', failure: null });
      const { luma, sound } = uploaded();
      expect(luma.length).toBeGreaterThan(20);
      for (const picture of luma) expect(unevenness(picture, hidesLowerHalf)).toBeLessThan(flat);
      expect(sound).toHaveLength(streamId === 'sound' ? 1 : 0);
      expect(await readdir(join(folder, 'exports'))).toEqual([]);
    },
  );

  it('show it only when originals were asked for', async () => {
    expect(await start('plain', true)).toMatchObject({ state: 'done' });
    expect(Math.max(...uploaded().luma.map((picture) => unevenness(picture, hidesLowerHalf)))).toBeGreaterThan(40);
  });

  it('fail rather than show it', async () => {
    openConverter = () => ({
      begin: () => Promise.resolve(),
      add: () => Promise.reject(new AppError('internal')),
      close: () => undefined,
    });
    expect(await start('plain', false)).toMatchObject({ state: 'failed', failure: 'privacy_unavailable' });
    expect(server.uploads).toEqual([]);
    expect(await readdir(join(folder, 'exports'))).toEqual([]);
  });
});
