import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compatDriver } from '../../app/workers/compat-driver.ts';
import { rtspDriver } from '../../drivers/rtsp/rtsp-driver.ts';
import { rtspSpeakers } from '../../drivers/rtsp/rtsp-speaker.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { TestCameraBus } from '../../../testing/live/test-camera-bus.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { cameraPoster } from './camera-poster.ts';
import { testCamera } from './camera-test.ts';
import { FootageThumbnails } from './footage-thumbnails.ts';
import type { PictureMaker } from './picture-maker.ts';
import { createPictureMaker } from './picture-maker.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
let pictures: PictureMaker;

beforeAll(() => {
  pictures = createPictureMaker();
});

afterAll(() => pictures.stop());

const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;

/** Width and height of a baseline JPEG. */
function jpegSize(bytes: Uint8Array): [number, number] {
  const at = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0);
  return [(bytes[at + 7]! << 8) | bytes[at + 8]!, (bytes[at + 5]! << 8) | bytes[at + 6]!];
}

describe('the picture maker', () => {
  it('refuses what cannot be decoded, and goes on with the next picture', async () => {
    await expect(
      pictures.jpeg({ codec: 'h264', annexB: new Uint8Array(500).fill(7), width: 100, quality: 70, privacy: null }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/footage_damaged|internal/),
    });
    const clip = await readClip(await testMedia('h264-sub'));
    const { sps, pps } = clip.config.video;
    const annexB = toAnnexB(clip.video[0]!.data, [...sps, ...pps]);
    const jpeg = await pictures.jpeg({ codec: 'h264', annexB, width: 200, quality: 70, privacy: null });
    expect(isJpeg(jpeg)).toBe(true);
    expect(jpegSize(jpeg)).toEqual([200, 112]);
  });
});

describe('thumbnails', () => {
  let folder: string;
  let footage: OpenFootage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'thumbnails-'));
    const store = openStore(join(folder, 'edge.sqlite'));
    await writeSegment({
      store,
      volume: folder,
      streamId: 'h264',
      startUtcMs: startMs,
      clip: await readClip(await testMedia('h264-1080')),
    });
    await writeSegment({
      store,
      volume: folder,
      streamId: 'hevc',
      startUtcMs: startMs,
      clip: await readClip(await testMedia('hevc')),
    });
    store.close();
    footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: () => startMs + 60_000 });
  });

  afterAll(async () => {
    await footage.close();
    await rm(folder, { recursive: true });
  });

  it('refuses where nothing was recorded', async () => {
    const thumbnails = new FootageThumbnails(footage.source, pictures);
    await expect(
      thumbnails.thumbnail({ streamId: 'h264', atUtcMs: startMs - 1, width: 240, privacy: null }),
    ).rejects.toMatchObject({ code: 'no_footage' });
    await expect(
      thumbnails.thumbnail({ streamId: 'h264', atUtcMs: startMs + 60_000, width: 240, privacy: null }),
    ).rejects.toMatchObject({
      code: 'no_footage',
    });
    await expect(
      thumbnails.thumbnail({ streamId: 'none', atUtcMs: startMs, width: 240, privacy: null }),
    ).rejects.toMatchObject({ code: 'no_footage' });
  });

  it.each(['h264', 'hevc'])('shows the keyframe at or before the instant (%s), once made', async (streamId) => {
    let made = 0;
    const counting: PictureMaker = {
      jpeg: (ask) => {
        made++;
        return pictures.jpeg(ask);
      },
      stop: () => undefined,
    };
    const thumbnails = new FootageThumbnails(footage.source, counting);
    const ask = { streamId, atUtcMs: startMs + 5_900, width: 240, privacy: null };
    const [first, second] = await Promise.all([
      thumbnails.thumbnail(ask),
      thumbnails.thumbnail({ ...ask, atUtcMs: startMs + 4_000 }),
    ]);
    expect(first.wallMs).toBe(startMs + 4_000);
    expect(second.jpeg).toBe(first.jpeg);
    expect(made).toBe(1);
    expect(jpegSize(first.jpeg)[0]).toBe(240);
    await thumbnails.thumbnail({ ...ask, atUtcMs: startMs + 6_000 });
    expect(made).toBe(2);
  });
});

describe('posters', () => {
  let bus: TestCameraBus;

  beforeAll(async () => {
    bus = await TestCameraBus.start();
  });

  afterAll(() => bus.stop());

  const parts = (streams: Partial<Record<'main' | 'sub', string>>) => ({
    busSocketPath: bus.socketPath,
    pictures,
    streamId: (_: string, kind: 'main' | 'sub') => streams[kind] ?? null,
    privacy: () => null,
  });

  it('refuses a camera without streams and one that is offline', async () => {
    await expect(cameraPoster(parts({}), { cameraId: 'c', width: 320, revision: 0 })).rejects.toMatchObject({
      code: 'not_found',
    });
    bus.offline('dark', 'camera_unreachable');
    await expect(
      cameraPoster(parts({ main: 'dark' }), { cameraId: 'c', width: 320, revision: 0 }),
    ).rejects.toMatchObject({ code: 'stream_offline' });
  });

  it('shows the newest keyframe, small ones from the sub stream, and main when sub is offline', async () => {
    bus.play('main', await readClip(await testMedia('h264-1080')));
    bus.play('sub', await readClip(await testMedia('h264-sub')));
    const askedUtcMs = Date.now();
    const large = await cameraPoster(parts({ main: 'main', sub: 'sub' }), { cameraId: 'c', width: 1280, revision: 0 });
    expect(jpegSize(new Uint8Array(Buffer.from(large.jpeg, 'base64')))).toEqual([1280, 720]);
    expect(askedUtcMs - large.atUtcMs).toBeLessThan(3_000);
    const small = await cameraPoster(parts({ main: 'main', sub: 'sub' }), { cameraId: 'c', width: 480, revision: 0 });
    expect(jpegSize(new Uint8Array(Buffer.from(small.jpeg, 'base64')))[0]).toBe(480);
    const other = await cameraPoster(parts({ main: 'main', sub: 'dark' }), { cameraId: 'c', width: 480, revision: 0 });
    expect(jpegSize(new Uint8Array(Buffer.from(other.jpeg, 'base64')))[0]).toBe(480);
  });
});

describe('testing a camera', () => {
  let server: RtspServer;
  const test = (
    url: string,
    more: { username?: string; password?: string; driver?: 'auto' | 'rtsp' | 'node-av' } = {},
  ) =>
    testCamera(
      {
        drivers: { rtsp: rtspDriver, nodeAv: compatDriver },
        pictures,
        speakers: rtspSpeakers,
        nowMs: () => performance.now(),
      },
      {
        url,
        transport: 'tcp',
        driver: more.driver ?? 'rtsp',
        credentials: { username: more.username ?? '', password: more.password ?? '' },
      },
    );

  beforeAll(async () => {
    server = await startRtspServer({ host: '127.0.0.1', port: 0 });
    await server.addStream('good', { file: await testMedia('h264-720'), username: 'u', password: 'p' });
    await server.addStream('hevc', { file: await testMedia('hevc'), backchannel: { codecs: ['pcmu'] } });
    await server.addStream('bframes', { file: await testMedia('h264-bframes-aac') });
  });

  afterAll(() => server.stop());

  it.each([
    {
      what: 'a wrong password',
      path: 'good',
      credentials: { username: 'u', password: 'x' },
      code: 'camera_credentials_refused',
    },
    { what: 'a wrong path', path: 'nothing', credentials: {}, code: 'camera_path_not_found' },
  ])('says so for $what', async ({ path, credentials, code }) => {
    await expect(test(server.url(path), credentials)).rejects.toMatchObject({ code });
  });

  it('tells nobody there, and somebody there who is no camera', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy()));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(test(`rtsp://127.0.0.1:${port}/x`)).rejects.toMatchObject({ code: 'camera_not_rtsp' });
    await new Promise((resolve) => other.close(resolve));
    await expect(test(`rtsp://127.0.0.1:${port}/x`)).rejects.toMatchObject({ code: 'camera_unreachable' });
  });

  it('describes a stream and shows it', async () => {
    const result = await test(server.url('good'), { username: 'u', password: 'p' });
    expect(result).toMatchObject({
      driver: 'rtsp',
      warnings: [],
      format: { videoCodec: 'h264', width: 1280, height: 720, gopMs: 2000, hasBFrames: false, audioCodec: null },
    });
    expect(result.format.fps).toBeCloseTo(15, 0);
    expect(result.snapshot).toMatch(/^data:image\/jpeg;base64,/);
    expect(result.snapshot!.length).toBeLessThan(200_000);
    expect(JSON.stringify(result)).not.toContain('"p"');
  }, 20_000);

  it('works with a camera that only sends over UDP, and says so', async () => {
    await server.addStream('udp-only', { file: await testMedia('h264-sub'), transports: 'udp' });
    expect(await test(server.url('udp-only'))).toMatchObject({
      warnings: ['udpOnly'],
      format: { width: 640, transport: 'udp' },
    });
  }, 20_000);

  it('warns of H.265 and of B-frames, and says whether there is a speaker', async () => {
    const [hevc, bframes] = await Promise.all([test(server.url('hevc')), test(server.url('bframes'))]);
    expect(hevc.warnings).toEqual(['hevc']);
    expect([hevc.speaker, bframes.speaker]).toEqual([
      { speaker: 'yes', cause: null },
      { speaker: 'no', cause: null },
    ]);
    expect(bframes).toMatchObject({ warnings: ['bFrames'], format: { hasBFrames: true, audioCodec: 'aac' } });
  }, 20_000);
});
