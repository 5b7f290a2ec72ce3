import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { decodeG711 } from '@sightline/media/flac/g711-samples';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import type { TestMediaKind } from '@sightline/testing/cameras/test-media';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { Decoder, Demuxer } from 'node-av/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { FootageConverters } from '../transcode/footage-converters.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { PlayerSession } from './player-session.ts';
import type { ClipUnits } from '../../../testing/play/test-footage.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { MemoryTransport } from '../../../testing/play/test-player.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
const clipMs = 12_000;
const id = '0198c000-0000-7000-8000-000000000001';
const kinds = ['h264-g711', 'h264-aac', 'hevc'] as const;

let folder: string;
let footage: OpenFootage;
let converters: FootageConverters;
const clips = new Map<TestMediaKind, ClipUnits>();
const sessions: PlayerSession[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footage-formats-'));
  const store = openStore(join(folder, 'edge.sqlite'));
  for (const kind of kinds) {
    const clip = await readClip(await testMedia(kind));
    clips.set(kind, clip);
    for (const index of [0, 1])
      await writeSegment({ store, volume: folder, streamId: kind, startUtcMs: startMs + index * clipMs, clip });
  }
  store.close();
  footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: () => startMs + 600_000 });
}, 60_000);

afterAll(async () => {
  await footage.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  converters = new FootageConverters();
});

afterEach(() => {
  for (const session of sessions.splice(0)) session.stop();
  converters.stop();
});

function open(kind: TestMediaKind) {
  const transport = new MemoryTransport();
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
    streamId: () => kind,
    privacy: () => null,
    footage: footage.source,
    thumbnail: () => Promise.reject(new AppError('no_footage')),
    openConverter: converters.open,
    live: { serveLive: () => Promise.resolve(), serveBoxes: () => Promise.resolve(), chooseTrack: null },
    onClosed: () => undefined,
  });
  sessions.push(session);
  return { transport, received: transport.received };
}

const ask = (fromMs: number, toMs: number, more: Record<string, unknown> = {}) => ({
  type: 'footage',
  requestId: 7,
  stream: 'main',
  fromUtcMs: startMs + fromMs,
  toUtcMs: startMs + toMs,
  ...more,
});

/** Everything of one kind in a file, decoded by a decoder that is not ours. */
async function decode(items: readonly { bytes: Uint8Array }[], kind: 'audio' | 'video') {
  const file = join(folder, 'received.mp4');
  await writeFile(file, concatBytes(items.map((item) => item.bytes)));
  await using input = await Demuxer.open(file);
  const stream = kind === 'audio' ? input.audio()! : input.video()!;
  using decoder = await Decoder.create(stream, { exitOnError: true });
  const frames: { pts: number; samples: number[]; width: number; height: number }[] = [];
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame === null) continue;
    const bytes = frame.data?.[0];
    const samples =
      kind === 'audio' && bytes ? [...new Int16Array(bytes.buffer, bytes.byteOffset, frame.nbSamples)] : [];
    frames.push({ pts: Number(frame.pts), samples, width: frame.width, height: frame.height });
    frame.free();
  }
  return { codecId: stream.codecpar.codecId, timeBase: stream.timeBase, frames };
}

describe('sound', () => {
  it('of a camera with G.711 comes as FLAC that holds the very same samples at the same place', async () => {
    const { transport, received } = open('h264-g711');
    transport.say(ask(0, 9_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment').map((segment) => segment.mimeType)).toEqual([
      expect.stringMatching(/^video\/mp4; codecs="avc1\.\w+, flac"$/),
    ]);
    const { frames } = await decode(received.items, 'audio');
    const sound = frames.flatMap((frame) => frame.samples);
    const sent = [...decodeG711('pcmu', concatBytes(clips.get('h264-g711')!.audio.map((unit) => unit.data)))];
    expect(sound.length).toBeGreaterThan(8 * 8000);
    const first = frames[0]!.pts;
    expect(sound).toEqual(sent.slice(first, first + sound.length));
  });

  it('is as long as the pictures beside it, fragment for fragment', async () => {
    const { transport, received } = open('h264-g711');
    transport.say(ask(0, 24_000));
    await received.until(() => received.of('done').length > 0);
    let reached: number | null = null;
    for (const { bytes, kind } of received.items) {
      if (kind === 1) reached = null;
      const fragment = kind === 2 ? readFragment(bytes) : null;
      if (fragment === null) continue;
      if (reached !== null) expect(fragment.audioTime).toBe(reached);
      reached = fragment.audioTime + fragment.audio.reduce((sum, sample) => sum + sample.duration, 0);
    }
    expect(reached).toBeGreaterThan(11 * 8000);
  });

  it('of a camera with AAC goes through untouched', async () => {
    const { transport, received } = open('h264-aac');
    transport.say(ask(0, 5_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment')[0]?.mimeType).toContain('mp4a.40.2');
    const sent = received.items
      .filter((item) => item.kind === 2)
      .flatMap((item) => readFragment(item.bytes)!.audio.map((sample) => sample.data));
    expect(sent).toEqual(
      clips
        .get('h264-aac')!
        .audio.slice(0, sent.length)
        .map((unit) => new Uint8Array(unit.data)),
    );
  });

  it('is left out of fast playback', async () => {
    const { transport, received } = open('h264-g711');
    transport.say(ask(0, 5_000, { keyframesOnly: true }));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment')[0]?.mimeType).not.toContain(',');
    expect(readInitSegment(received.items[0]!.bytes)?.audio).toBeNull();
  });
});

describe('H.265', () => {
  it('goes through untouched to whoever can play it', async () => {
    const { transport, received } = open('hevc');
    transport.say(ask(0, 2_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment')[0]?.mimeType).toContain('hvc1');
    expect(converters.count).toBe(0);
  });

  it('is converted on demand, picture for picture and exactly at its time', async () => {
    const { transport, received } = open('hevc');
    transport.say(ask(4_500, 14_500, { transcode: true }));
    await received.until(() => received.of('done').length + received.of('failed').length > 0, 30_000);
    expect(received.of('failed')).toEqual([]);
    const segments = received.of('segment');
    expect(segments).toHaveLength(2);
    expect(segments[0]!.mimeType).toMatch(/codecs="avc1/);
    expect(received.of('done')[0]!.reachedUtcMs).toBeGreaterThanOrEqual(startMs + 14_500);
    const second = received.items.findLastIndex((item) => item.kind === 1);
    const firstRun = await decode(received.items.slice(0, second), 'video');
    const ticks = firstRun.frames.map((frame) => Math.round(frame.pts));
    // From the keyframe at 4 s to the end of the file at 12 s.
    expect(ticks).toHaveLength(8 * 15);
    const wallOf = (pts: number): number => segments[0]!.zeroUtcMs + pts / 90;
    expect(wallOf(ticks[0]!)).toBeCloseTo(startMs + 4_000, -1);
    for (const [index, tick] of ticks.entries())
      expect(Math.abs(tick - ticks[0]! - index * 6_000)).toBeLessThanOrEqual(1);
    expect(firstRun.frames[0]).toMatchObject({ width: 1280, height: 720 });
    await vi.waitFor(() => expect(converters.count).toBe(0));
  }, 40_000);

  it('is converted for fast playback as well, every picture by itself', async () => {
    const { transport, received } = open('hevc');
    transport.say(ask(0, 12_000, { transcode: true, keyframesOnly: true }));
    await received.until(() => received.of('done').length + received.of('failed').length > 0, 30_000);
    const fragments = received.items.filter((item) => item.kind === 2);
    expect(fragments.map((item) => Math.round((item.wallMs - startMs) / 100) / 10)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(fragments.map((item) => readFragment(item.bytes)!.video)).toEqual(
      fragments.map(() => [expect.objectContaining({ key: true, duration: 180_000 })]),
    );
    expect((await decode(received.items, 'video')).frames).toHaveLength(6);
  }, 40_000);

  it('stops being converted when the viewer pauses for lack of room, goes away, or asks for another place', async () => {
    const { transport, received } = open('hevc');
    transport.say(ask(0, 12_000, { transcode: true, windowBytes: 65_536 }));
    await received.until(() => received.items.some((item) => item.kind === 2), 20_000);
    transport.say(ask(8_000, 12_000, { transcode: true, requestId: 8 }));
    await received.until(() => received.of('done').length > 0, 20_000);
    expect(received.of('failed')).toMatchObject([{ requestId: 7, code: 'transcode_busy' }]);
    expect(received.of('done')).toMatchObject([{ requestId: 8 }]);
    transport.say(ask(0, 12_000, { transcode: true, requestId: 9, windowBytes: 65_536 }));
    await received.until(() => received.items.some((item) => item.requestId === 9 && item.kind === 2), 20_000);
    expect(converters.count).toBe(1);
    transport.close();
    await vi.waitFor(() => expect(converters.count).toBe(0));
  }, 60_000);

  it('is refused with a clear code when the core converts as much as it can', async () => {
    const held = Array.from({ length: 4 }, () => converters.open());
    const { transport, received } = open('hevc');
    transport.say(ask(0, 2_000, { transcode: true }));
    await received.until(() => received.of('failed').length > 0);
    expect(received.of('failed')).toMatchObject([{ code: 'transcode_busy' }]);
    for (const one of held) one.close();
  });
});
