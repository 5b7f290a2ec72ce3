import { mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeG711 } from '@sightline/media/flac/g711-samples';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import type { Mp4AudioTrack, Mp4VideoTrack } from '@sightline/media/mp4/mp4-demuxer';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { Decoder, Demuxer } from 'node-av/api';
import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { VideoDecoder } from '../transcode/video-decoder.ts';
import type { OpenSound } from './export-sound.ts';
import { openFlacSound, openSound } from './export-sound.ts';
import { ExportJobs } from './export-jobs.ts';
import { type ExportRoom, roomForExports } from './export-room.ts';
import type { ExportStateEvent } from './job-worker-messages.ts';
import { TestUploadServer } from '../../../testing/export/test-upload-server.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
const cameraId = '0198c000-0000-7000-8000-00000000000a';
const streams = { plain: 'plain', bframes: 'bframes', aac: 'aac', g711: 'g711', mixed: 'mixed', hevc: 'hevc' } as const;
type Name = keyof typeof streams;

let folder: string;
let store: Store;
let footage: OpenFootage;
let server: TestUploadServer;
let url: string;
let jobs: ExportJobs;
let stream: Name;
let events: ExportStateEvent[];
let ids = 0;
let sound: OpenSound;
let room: ExportRoom;

const enough: ExportRoom = { heldBytes: 0, mayHoldBytes: 1e12, isTooMuch: false };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-jobs-'));
  store = openStore(join(folder, 'edge.sqlite'));
  const clip = async (kind: Parameters<typeof testMedia>[0]) => readClip(await testMedia(kind));
  const shared = { store, volume: folder };
  for (const index of [0, 1, 2])
    await writeSegment({
      ...shared,
      streamId: 'plain',
      startUtcMs: startMs + index * 12_000,
      clip: await clip('h264-sub'),
    });
  await writeSegment({ ...shared, streamId: 'plain', startUtcMs: startMs + 46_000, clip: await clip('h264-sub') });
  new GapsStore(store).put({
    streamId: 'plain',
    startUtcMs: startMs + 36_000,
    endUtcMs: startMs + 46_000,
    cause: 'camera_unreachable',
    isOpen: false,
  });
  await writeSegment({ ...shared, streamId: 'bframes', startUtcMs: startMs, clip: await clip('h264-bframes-aac') });
  await writeSegment({
    ...shared,
    streamId: 'bframes',
    startUtcMs: startMs + 12_000,
    clip: await clip('h264-bframes-aac'),
  });
  await writeSegment({ ...shared, streamId: 'aac', startUtcMs: startMs, clip: await clip('h264-aac') });
  await writeSegment({ ...shared, streamId: 'g711', startUtcMs: startMs, clip: await clip('h264-g711') });
  await writeSegment({ ...shared, streamId: 'g711', startUtcMs: startMs + 12_000, clip: await clip('h264-g711') });
  await writeSegment({ ...shared, streamId: 'mixed', startUtcMs: startMs, clip: await clip('h264-720') });
  await writeSegment({ ...shared, streamId: 'mixed', startUtcMs: startMs + 12_000, clip: await clip('h264-sub') });
  await writeSegment({ ...shared, streamId: 'hevc', startUtcMs: startMs, clip: await clip('hevc') });
  await writeSegment({ ...shared, streamId: 'hevc', startUtcMs: startMs + 12_000, clip: await clip('h264-720') });
  footage = openFootage({
    storePath: join(folder, 'edge.sqlite'),
    volume: folder,
    nowUtcMs: () => startMs + 3_600_000,
  });
}, 60_000);

afterAll(async () => {
  await footage.close();
  store.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  server = new TestUploadServer();
  url = await server.start();
  events = [];
  stream = 'plain';
  sound = openSound;
  room = enough;
  jobs = new ExportJobs(partsOf());
  await jobs.prepare();
});

function partsOf(): ConstructorParameters<typeof ExportJobs>[0] {
  return {
    footage: footage.source,
    folder: join(folder, 'exports'),
    streamId: (camera) => (camera === cameraId ? streams[stream] : null),
    privacy: () => null,
    openConverter: () => {
      throw new Error('nothing is hidden here');
    },
    server: () => ({ url, ca: null }),
    onState: (event) => events.push(event),
    room: () => Promise.resolve(room),
    openSound: (source) => sound(source),
  };
}

afterEach(async () => {
  jobs.stop();
  await server.stop();
});

const input = (fromMs: number, toMs: number) => ({
  exportId: `0198c000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
  cameraId,
  stream: 'main' as const,
  fromUtcMs: startMs + fromMs,
  toUtcMs: startMs + toMs,
  uploadPath: '/api/v1/link/exports/x',
  uploadToken: 'secret',
  originals: false,
});

const isOver = (): boolean => ['done', 'failed', 'cancelled'].includes(events.at(-1)?.state ?? '');
const finished = (): Promise<void> => vi.waitUntil(isOver, { timeout: 15_000, interval: 5 }).then(() => undefined);

async function exported(fromMs: number, toMs: number) {
  const { gaps, uncertain } = await jobs.start(input(fromMs, toMs));
  await finished();
  expect(events.at(-1)).toMatchObject({ state: 'done', failure: null });
  const { bytes } = server.uploads[0]!;
  const tracks = readMp4(new Uint8Array(bytes));
  return {
    gaps,
    uncertain,
    bytes: new Uint8Array(bytes),
    video: tracks.find((track): track is Mp4VideoTrack => track.kind === 'video')!,
    audio: tracks.find((track): track is Mp4AudioTrack => track.kind === 'audio'),
  };
}

/** Decodes every picture; answers how many came out. */
function decodeAll(bytes: Uint8Array, video: Mp4VideoTrack): number {
  const decoder = new VideoDecoder(video.codec);
  const { vps, sps, pps } = video.parameterSets;
  let frames = 0;
  for (const sample of video.samples) {
    const data = bytes.subarray(sample.offset, sample.offset + sample.size);
    decoder.decode(
      { annexB: toAnnexB(data, sample.key ? [...vps, ...sps, ...pps] : []), key: sample.key, pts90k: sample.pts },
      () => frames++,
    );
  }
  decoder.flush(() => frames++);
  decoder.close();
  return frames;
}

/** The sound of a file as a player hears it, 16-bit. */
async function decodeSound(file: string, bytes: Uint8Array): Promise<Int16Array> {
  await writeFile(file, bytes);
  await using input = await Demuxer.open(file);
  const track = input.audio()!;
  using decoder = await Decoder.create(track, { exitOnError: true });
  const heard: number[] = [];
  for await (const frame of decoder.frames(input.packets(track.index))) {
    const data = frame?.data?.[0];
    if (!frame || !data) continue;
    const isFloat = frame.format === AV_SAMPLE_FMT_FLTP;
    const values = isFloat
      ? new Float32Array(data.buffer, data.byteOffset, frame.nbSamples)
      : new Int16Array(data.buffer, data.byteOffset, frame.nbSamples);
    for (const value of values) heard.push(isFloat ? Math.round(value * 32_768) : value);
    frame.free();
  }
  return Int16Array.from(heard);
}

/** Correlation of two pieces of sound, 1 when they are the same wave. */
function likeness(a: Int16Array, b: Int16Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / Math.sqrt(aa * bb || 1);
}

describe('refusals', () => {
  it('refuses an empty range, more than a day, an unknown camera and a range without footage', async () => {
    await expect(jobs.start(input(1000, 1000))).rejects.toMatchObject({ code: 'export_range_invalid' });
    await expect(jobs.start(input(0, 25 * 3_600_000))).rejects.toMatchObject({ code: 'export_range_invalid' });
    await expect(jobs.start({ ...input(0, 1000), cameraId: 'other' })).rejects.toMatchObject({ code: 'no_footage' });
    await expect(jobs.start(input(-60_000, -1_000))).rejects.toMatchObject({ code: 'no_footage' });
    await expect(jobs.start(input(37_000, 45_000))).rejects.toMatchObject({ code: 'no_footage' });
    expect(events).toEqual([]);
  });

  it('fails when the server refuses for good, after one attempt', async () => {
    server.behave = () => 403;
    await jobs.start(input(0, 5_000));
    await finished();
    expect(events.at(-1)).toMatchObject({ state: 'failed', failure: 'export_failed' });
    expect(server.attempts).toBe(1);
    expect(await readdir(join(folder, 'exports'))).toEqual([]);
  });

  it('says that the server was away, to a server that knows the words', async () => {
    server.behave = () => 503;
    for (const [change, failure] of [
      [{ uploadPartBytes: 1_000_000 }, 'export_server_away'],
      [{}, 'export_failed'],
    ] as const) {
      events.length = 0;
      const impatient = new ExportJobs({ ...partsOf(), uploadPatienceMs: 0 });
      await impatient.start({ ...input(0, 4000), ...change });
      await finished();
      expect(events.at(-1)).toMatchObject({ state: 'failed', failure });
      impatient.stop();
    }
  });

  it('refuses a range in which the codec changes, and says when it does', async () => {
    stream = 'hevc';
    await expect(jobs.start(input(6_000, 18_000))).rejects.toMatchObject({
      code: 'codec_unsupported',
      data: { atUtcMs: startMs + 12_000 },
    });
  });

  it('says that retention was faster', async () => {
    stream = 'aac';
    const clip = await readClip(await testMedia('h264-sub'));
    const { path } = await writeSegment({
      store,
      volume: folder,
      streamId: 'aac',
      startUtcMs: startMs + 100_000,
      clip,
    });
    const gone = new ExportJobs({
      footage: { ...footage.source, segments: { acquire: () => Promise.reject(new Error('gone')) } as never },
      folder: join(folder, 'exports'),
      streamId: () => 'aac',
      privacy: () => null,
      openConverter: () => {
        throw new Error('nothing is hidden here');
      },
      server: () => ({ url, ca: null }),
      onState: (event) => events.push(event),
      room: () => Promise.resolve(enough),
    });
    await expect(gone.start(input(100_000, 105_000))).rejects.toThrow('gone');
    await unlink(join(folder, path));
    await expect(jobs.start(input(100_000, 105_000))).rejects.toMatchObject({ code: 'no_footage' });
  });
});

describe('the room of exports', () => {
  const line = (): Promise<number> =>
    jobs.start(input(0, 30_000)).then(
      () => expect.unreachable('it was begun'),
      (error: { code: string; data: { neededBytes: number; freeBytes: number } }) => {
        expect(error.code).toBe('export_no_room');
        expect(error.data.freeBytes).toBe(Math.max(0, Math.floor(room.mayHoldBytes)));
        return error.data.neededBytes;
      },
    );

  it('refuses what does not fit, with what it needs and what is free, and begins nothing', async () => {
    room = { ...enough, mayHoldBytes: 1_000 };
    const needed = await line();
    expect(events).toEqual([]);
    room = { ...enough, mayHoldBytes: needed };
    await exported(0, 30_000);
    expect(server.uploads[0]?.bytes.length).toBeLessThanOrEqual(needed);
  });

  it('counts those that are on their way for what they will take', async () => {
    room = { ...enough, mayHoldBytes: 1_000 };
    const needed = await line();
    room = { ...enough, mayHoldBytes: needed * 2.5 };
    server.behave = () => 'stall';
    await jobs.start(input(0, 30_000));
    await jobs.start(input(0, 30_000));
    await expect(jobs.start(input(0, 30_000))).rejects.toMatchObject({
      code: 'export_no_room',
      data: { neededBytes: needed, freeBytes: Math.floor(needed / 2) },
    });
  });

  it('ends what is under way rather than that footage goes for it', async () => {
    server.behave = () => 'stall';
    await jobs.start(input(0, 30_000));
    await vi.waitUntil(() => server.attempts === 1, { timeout: 5_000, interval: 5 });
    room = { ...enough, isTooMuch: true };
    await finished();
    expect(events.at(-1)).toMatchObject({ state: 'failed', failure: 'export_no_room' });
    expect(await readdir(join(folder, 'exports'))).toEqual([]);
  });

  it.each([
    ['an empty disk', { freeBytes: 50e9, heldBytes: 0 }, { mayHoldBytes: 48.75e9, isTooMuch: false }],
    ['a disk that footage has filled', { freeBytes: 5e9, heldBytes: 0 }, { mayHoldBytes: 4e9, isTooMuch: false }],
    [
      'one on which software lies too',
      { freeBytes: 4e9, heldBytes: 0, softwareBytes: 1e9 },
      { mayHoldBytes: 3e9, isTooMuch: false },
    ],
    [
      'one with as much as the reserve holds',
      { freeBytes: 1e9, heldBytes: 4e9 },
      { mayHoldBytes: 4e9, isTooMuch: false },
    ],
    [
      'one that filled while much was held',
      { freeBytes: 1.1e9, heldBytes: 9e9 },
      { mayHoldBytes: 8.85e9, isTooMuch: true },
    ],
    ['a small one', { freeBytes: 0.2e9, heldBytes: 0, floorBytes: 0.2e9 }, { mayHoldBytes: 0.1e9, isTooMuch: false }],
    [
      'one without footage that is full',
      { freeBytes: 0.5e9, heldBytes: 2e9, isShared: false },
      { mayHoldBytes: 1.25e9, isTooMuch: true },
    ],
  ])('is measured on %s', (_name, disk, expected) => {
    const found = roomForExports({ floorBytes: 5e9, softwareBytes: 0, isShared: true, ...disk });
    expect(found).toEqual({ heldBytes: disk.heldBytes, ...expected });
  });
});

describe('the file', () => {
  it('plays exactly what was asked for and decodes without a loss', async () => {
    const { video, bytes, gaps } = await exported(3_300, 20_000);
    expect(gaps).toEqual([]);
    // From the keyframe at 2 s on; the edit list hides what lies before 3.3 s.
    expect(video.samples[0]!.key).toBe(true);
    expect(video.samples.findIndex((sample) => sample.pts >= 0) / 15).toBeCloseTo(1.3, 1);
    expect(video.samples.length).toBe(18 * 15);
    expect(decodeAll(bytes, video)).toBe(18 * 15);
    expect(events.at(-1)).toMatchObject({ bytes: bytes.length, sha256: server.uploads[0]!.sha256, progress: 1 });
    expect(server.uploads[0]).toMatchObject({ path: '/api/v1/link/exports/x', authorization: 'Bearer secret' });
  });

  it('has its index before its pictures', async () => {
    const { bytes } = await exported(0, 4_000);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
  });

  it('closes gaps up and names them', async () => {
    const { video, gaps, bytes } = await exported(30_000, 52_000);
    expect(gaps).toEqual([
      { fromUtcMs: startMs + 36_000, toUtcMs: startMs + 46_000, cause: 'camera_unreachable', open: false },
    ]);
    expect(decodeAll(bytes, video)).toBe(12 * 15);
    expect(video.durationTicks / video.timescale).toBeCloseTo(12, 1);
  });

  it('says which of its times are uncertain, as they are when it is asked for', async () => {
    expect((await exported(2_000, 20_000)).uncertain).toEqual([]);
    const mark = store.prepare("update segments set clock_span = ? where stream_id = 'plain' and start_utc_ms = ?");
    mark.run(-7, startMs + 12_000);
    events.length = 0;
    const { uncertain } = await exported(2_000, 20_000);
    mark.run(null, startMs + 12_000);
    expect(uncertain).toEqual([{ fromUtcMs: startMs + 12_000, toUtcMs: startMs + 20_000 }]);
  });

  it('keeps B-frames and AAC', async () => {
    stream = 'bframes';
    const { video, audio, bytes } = await exported(0, 24_000);
    expect(video.samples.some((sample) => sample.pts !== sample.dts)).toBe(true);
    expect(decodeAll(bytes, video)).toBe(24 * 15);
    expect(audio?.codec).toBe('aac');
    expect(audio!.durationTicks / audio!.timescale).toBeCloseTo(24, 0);
  });

  it('carries the sound of a G.711 camera as AAC, every tone where it was', async () => {
    stream = 'g711';
    const { audio, video, bytes } = await exported(0, 24_000);
    expect(audio).toMatchObject({ codec: 'aac', sampleRate: 8000 });
    expect(decodeAll(bytes, video)).toBe(24 * 15);
    const heard = await decodeSound(join(folder, 'heard.mp4'), bytes);
    const clip = await readClip(await testMedia('h264-g711'));
    const one = decodeG711('pcmu', Buffer.concat(clip.audio.map((unit) => unit.data)));
    expect(heard.length / 8000).toBeCloseTo(24, 0);
    // Lossy, but the same wave: it fits best without any shift, also behind the seam of the two files.
    for (const from of [16_000, 12 * 8000 + 16_000]) {
      const fits = [-160, -80, -40, 0, 40, 80, 160].map((shift) =>
        likeness(
          heard.subarray(from + shift, from + shift + 8000),
          one.subarray(from % 96_000, (from % 96_000) + 8000),
        ),
      );
      expect(fits.indexOf(Math.max(...fits))).toBe(3);
      expect(fits[3]).toBeGreaterThan(0.9);
    }
    expect(await readdir(join(folder, 'exports'))).toEqual([]);
  });

  it('carries it as FLAC, without loss, where no encoder is installed', async () => {
    stream = 'g711';
    sound = openFlacSound;
    const { bytes } = await exported(2_000, 10_000);
    const heard = await decodeSound(join(folder, 'heard.mp4'), bytes);
    const clip = await readClip(await testMedia('h264-g711'));
    const one = decodeG711('pcmu', Buffer.concat(clip.audio.map((unit) => unit.data)));
    const first = one.findIndex((_, at) => heard.subarray(0, 400).every((value, i) => value === one[at + i]));
    expect(first / 8000).toBeCloseTo(2, 1);
    expect([...heard]).toEqual([...one.subarray(first, first + heard.length)]);
  });

  it('keeps both sizes when the picture changed its size', async () => {
    stream = 'mixed';
    const { video, bytes } = await exported(0, 24_000);
    expect(video.samples).toHaveLength(24 * 15);
    expect(decodeAll(bytes, video)).toBeGreaterThanOrEqual(12 * 15);
  });

  it('keeps H.265', async () => {
    stream = 'hevc';
    const { video, bytes } = await exported(0, 12_000);
    expect(video.codec).toBe('h265');
    expect(decodeAll(bytes, video)).toBe(12 * 15);
  });
});

describe('the course', () => {
  it('tells its progress up to the end, never backwards', async () => {
    await jobs.start(input(0, 36_000));
    await finished();
    const shares = events.map((event) => event.progress);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(events[0]).toMatchObject({ state: 'queued', progress: 0 });
    expect(events.at(-1)).toMatchObject({ state: 'done', progress: 1 });
  });

  it('sends again from the start when the connection breaks or the server is away for a moment', async () => {
    server.behave = (attempt) => (attempt === 1 ? 'drop' : attempt === 2 ? 503 : null);
    await jobs.start(input(0, 8_000));
    await finished();
    expect(events.at(-1)?.state).toBe('done');
    expect(server.attempts).toBe(3);
  }, 20_000);

  it('stops at once when cancelled and leaves nothing behind', async () => {
    server.behave = () => 'stall';
    const asked = input(0, 8_000);
    await jobs.start(asked);
    await vi.waitUntil(() => server.attempts === 1, { timeout: 5_000 });
    jobs.cancel(asked.exportId);
    await finished();
    expect(events.at(-1)).toMatchObject({ state: 'cancelled', failure: 'export_cancelled' });
    await vi.waitUntil(async () => (await readdir(join(folder, 'exports'))).length === 0);
  });

  it('stops also when cancelled before its footage is found', async () => {
    const asked = input(0, 8_000);
    const started = jobs.start(asked);
    jobs.cancel(asked.exportId);
    await started;
    await finished();
    expect(events.at(-1)).toMatchObject({ state: 'cancelled', failure: 'export_cancelled' });
    expect(server.attempts).toBe(0);
  });

  it('answers the same when asked twice, and runs once', async () => {
    const asked = input(30_000, 52_000);
    const [first, second] = await Promise.all([jobs.start(asked), jobs.start(asked)]);
    expect(second.gaps).toEqual(first.gaps);
    await finished();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.uploads).toHaveLength(1);
  });

  it('goes on after the process was lost: half files are removed and the job runs again', async () => {
    server.behave = () => 'stall';
    const asked = input(0, 8_000);
    await jobs.start(asked);
    await vi.waitUntil(() => server.attempts === 1, { timeout: 5_000 });
    jobs.stop();
    const told = events.length;
    server.behave = () => null;
    await jobs.prepare();
    await jobs.start(asked);
    await finished();
    expect(events.slice(told).every((event) => event.state !== 'cancelled')).toBe(true);
    expect(events.at(-1)?.state).toBe('done');
  });
});
