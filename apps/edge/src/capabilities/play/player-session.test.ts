import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import type { LeaseGrant } from '@sightline/contracts/link/link-commands';
import { readMoof, readPrft } from '@sightline/media/fmp4/fragment-reader';
import { listBoxes } from '@sightline/media/fmp4/box-walker';
import { testMedia } from '@sightline/testing/cameras/test-media';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { OpenFootage } from '../footage/open-footage.ts';
import { openFootage } from '../footage/open-footage.ts';
import { PlayerSession } from './player-session.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { MemoryTransport } from '../../../testing/play/test-player.ts';

const startMs = Date.UTC(2026, 4, 1, 12, 0, 0);
const clipMs = 12_000;
const streamId = '0198c000-0000-7000-8000-000000000001';
const audioStreamId = '0198c000-0000-7000-8000-000000000002';
const nowUtcMs = startMs + 600_000;

let folder: string;
let store: Store;
let footage: OpenFootage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'player-session-'));
  store = openStore(join(folder, 'edge.sqlite'));
  const clip = await readClip(await testMedia('h264-sub'));
  const g711 = await readClip(await testMedia('h264-g711'));
  const shared = { store, volume: folder };
  await writeSegment({ ...shared, streamId, startUtcMs: startMs, clip });
  await writeSegment({ ...shared, streamId, startUtcMs: startMs + clipMs, clip });
  // Ten seconds are missing here, half of them explained.
  new GapsStore(store).put({
    streamId,
    startUtcMs: startMs + 2 * clipMs,
    endUtcMs: startMs + 2 * clipMs + 5_000,
    cause: 'camera_stalled',
    isOpen: false,
  });
  await writeSegment({ ...shared, streamId, startUtcMs: startMs + 2 * clipMs + 10_000, clip });
  await writeSegment({ ...shared, streamId, startUtcMs: startMs + 100_000, clip });
  await writeSegment({ ...shared, streamId: audioStreamId, startUtcMs: startMs, clip: g711 });
  footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: () => nowUtcMs });
}, 60_000);

afterAll(async () => {
  await footage.close();
  store.close();
  await rm(folder, { recursive: true });
});

const fullGrant: LeaseGrant = {
  leaseId: streamId,
  cameraId: streamId,
  sessionId: 's',
  live: true,
  playback: true,
  originals: false,
  expiresAt: nowUtcMs,
};

const untilAborted = (_: unknown, { signal }: { signal: AbortSignal }): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

function openSession(grant: Partial<LeaseGrant> = {}) {
  const transport = new MemoryTransport();
  const session = new PlayerSession({
    transport,
    grant: { ...fullGrant, ...grant },
    streamId: (kind) => (kind === 'main' ? streamId : audioStreamId),
    privacy: () => null,
    footage: footage.source,
    thumbnail: () => Promise.reject(new AppError('no_footage')),
    openConverter: () => {
      throw new AppError('transcode_busy');
    },
    live: { serveLive: untilAborted, serveBoxes: untilAborted, chooseTrack: null },
    onClosed: () => undefined,
  });
  return { transport, session, received: transport.received };
}

const ask = (fromMs: number, toMs: number, more: Record<string, unknown> = {}) => ({
  type: 'footage',
  requestId: 7,
  stream: 'main',
  fromUtcMs: startMs + fromMs,
  toUtcMs: startMs + toMs,
  ...more,
});

describe('rights', () => {
  it('refuses footage and thumbnails without the right to play back', () => {
    const { transport, received } = openSession({ playback: false });
    transport.say(ask(0, 1000));
    transport.say({ type: 'thumbnail', requestId: 8, atUtcMs: startMs });
    expect(received.of('failed').map((reply) => [reply.requestId, reply.code])).toEqual([
      [7, 'forbidden'],
      [8, 'forbidden'],
    ]);
  });

  it('refuses live pictures without the right to see them', () => {
    const { transport, received } = openSession({ live: false });
    transport.say({ type: 'live', requestId: 3, stream: 'auto' });
    transport.say({ type: 'track', requestId: 4, stream: 'auto' });
    transport.say({ type: 'boxes', requestId: 5 });
    expect(received.of('failed').map((reply) => reply.code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
  });

  it('ends footage at once when the right is taken away', async () => {
    const { transport, session, received } = openSession();
    transport.say(ask(0, 24_000, { windowBytes: 65_536 }));
    await received.until(() => received.items.length > 0);
    session.setGrant({ ...fullGrant, playback: false });
    const items = received.items.length;
    transport.say({ type: 'credit', requestId: 7, bytes: 16_000_000 });
    await received.until(() => received.of('failed').length > 0);
    expect(received.of('failed')[0]?.code).toBe('forbidden');
    expect(received.items.length - items).toBeLessThanOrEqual(1);
  });
});

describe('hostile messages', () => {
  it('refuses what is no request, and hangs up on a peer that goes on', () => {
    const { transport, received } = openSession();
    for (let i = 0; i < 30; i++) transport.sayText('{"type":"footage","requestId":5}');
    expect(received.of('failed').length).toBe(20);
    expect(received.of('failed')[0]).toMatchObject({ requestId: 5, code: 'bad_request' });
    expect(received.of('bye')).toHaveLength(1);
    expect(transport.isOpen()).toBe(false);
  });

  it('refuses a request whose id is in use, an empty range, and more than 32 at once', async () => {
    const { transport, received } = openSession();
    for (let id = 1; id <= 40; id++) transport.say({ type: 'live', requestId: id, stream: 'auto' });
    expect(received.of('failed').map((reply) => reply.code)).toEqual(Array.from({ length: 8 }, () => 'rate_limited'));
    transport.say({ type: 'live', requestId: 1, stream: 'auto' });
    expect(received.of('failed').at(-1)?.code).toBe('bad_request');
    transport.say({ type: 'cancel', requestId: 1 });
    transport.say(ask(1000, 1000, { requestId: 77 }));
    await received.until(() => received.of('failed').some((reply) => reply.requestId === 77));
    expect(received.of('failed').at(-1)?.code).toBe('bad_request');
  });

  it('answers any text with messages of the protocol and never throws', () => {
    const types = fc.constantFrom(
      'live',
      'boxes',
      'footage',
      'credit',
      'thumbnail',
      'cancel',
      'track',
      'ping',
      'x',
      '__proto__',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.double(),
      fc.integer({ min: -1, max: 9e15 }),
      fc.constantFrom('main', 'sub', 'auto', 'none'),
    );
    const message = fc.record(
      {
        type: types,
        requestId: value,
        stream: value,
        fromUtcMs: value,
        toUtcMs: value,
        windowBytes: value,
        bytes: value,
        width: value,
        atUtcMs: value,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            message.map((one) => JSON.stringify(one)),
          ),
          { maxLength: 40 },
        ),
        (texts) => {
          const { transport, session, received } = openSession();
          // Every reply is parsed by its schema as it is received; a broken one throws here.
          for (const text of texts) transport.sayText(text);
          session.stop();
          expect(received.replies.length).toBeLessThanOrEqual(texts.length + 1);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('footage', () => {
  it('starts with the keyframe at or before the instant and ends where asked', async () => {
    const { transport, received } = openSession();
    transport.say(ask(5_300, 9_000));
    await received.until(() => received.of('done').length > 0);
    const [segment] = received.of('segment');
    expect(segment).toMatchObject({ requestId: 7, startUtcMs: startMs + 4_000 });
    expect(segment?.mimeType).toMatch(/^video\/mp4; codecs="avc1\.[0-9a-fA-F]{6}"$/);
    const fragments = received.items.filter((item) => item.kind === 2);
    expect(fragments[0]).toMatchObject({ startsWithKey: true, wallMs: startMs + 4_000 });
    expect(received.items[0]?.kind).toBe(1);
    expect(received.of('done')[0]?.reachedUtcMs).toBe(startMs + 9_000);
    expect(received.of('gap')).toEqual([]);
  });

  it('places fragments so that media time plus zero is wall time', async () => {
    const { transport, received } = openSession();
    transport.say(ask(13_000, 20_000));
    await received.until(() => received.of('done').length > 0);
    const zero = received.of('segment')[0]!.zeroUtcMs;
    for (const { bytes, wallMs } of received.items.filter((item) => item.kind === 2)) {
      const boxes = listBoxes(bytes, 0, bytes.length);
      const time = readMoof(
        bytes,
        boxes.find((box) => box.type === 'moof')!,
      )!.tracks[0]!.time;
      expect(zero + time / 90).toBeCloseTo(wallMs, 0);
      expect(
        readPrft(
          bytes,
          boxes.find((box) => box.type === 'prft')!,
        )!.wallMs,
      ).toBeCloseTo(wallMs, 0);
    }
  });

  it('goes on over the seam of two files without a gap, with a new segment', async () => {
    const { transport, received } = openSession();
    transport.say(ask(10_500, 14_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('segment').map((segment) => segment.startUtcMs)).toEqual([startMs + 10_000, startMs + clipMs]);
    expect(received.of('gap')).toEqual([]);
  });

  it('names the causes of a gap, and says so when it does not know', async () => {
    const { transport, received } = openSession();
    transport.say(ask(23_500, 36_000));
    await received.until(() => received.of('done').length > 0);
    expect(
      received.of('gap').map(({ fromUtcMs, toUtcMs, cause }) => [fromUtcMs - startMs, toUtcMs - startMs, cause]),
    ).toEqual([
      [24_000, 29_000, 'camera_stalled'],
      [29_000, 34_000, 'gap_unknown'],
    ]);
    expect(received.of('segment')).toHaveLength(2);
  });

  it('starts with the next footage when asked inside a gap', async () => {
    const { transport, received } = openSession();
    transport.say(ask(26_000, 36_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('gap')[0]).toMatchObject({ fromUtcMs: startMs + 26_000 });
    expect(received.of('segment')[0]).toMatchObject({ startUtcMs: startMs + 34_000 });
  });

  it('answers a range without footage with its gap and nothing reached', async () => {
    const { transport, received } = openSession();
    transport.say(ask(-60_000, -50_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('done')[0]?.reachedUtcMs).toBeNull();
    expect(received.of('gap')[0]?.cause).toBe('gap_unknown');
  });

  it('waits for credit beyond the window', async () => {
    const { transport, received } = openSession();
    transport.say(ask(0, 24_000, { windowBytes: 65_536 }));
    await received.until(() => received.items.length >= 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const first = received.items.filter((item) => item.kind === 2).reduce((sum, item) => sum + item.bytes.length, 0);
    expect(first).toBeLessThanOrEqual(65_536 + 60_000);
    expect(received.of('done')).toEqual([]);
    while (received.of('done').length === 0) {
      transport.say({ type: 'credit', requestId: 7, bytes: 65_536 });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(received.items.filter((item) => item.kind === 2)).toHaveLength(24);
  });

  it('stops at once when cancelled, and answers other requests meanwhile', async () => {
    const { transport, received } = openSession();
    transport.say(ask(0, 24_000, { windowBytes: 65_536 }));
    await received.until(() => received.items.length >= 2);
    transport.say({ type: 'ping', requestId: 9, sentAtMs: 12.5 });
    expect(received.of('pong')[0]).toMatchObject({ requestId: 9, sentAtMs: 12.5, coreUtcMs: nowUtcMs });
    transport.say({ type: 'cancel', requestId: 7 });
    const items = received.items.length;
    transport.say({ type: 'credit', requestId: 7, bytes: 16_000_000 });
    transport.say(ask(100_000, 101_000, { requestId: 11 }));
    await received.until(() => received.of('done').length > 0);
    expect(received.items.slice(items).every((item) => item.requestId === 11)).toBe(true);
  });

  it('sends keyframes alone that fill the time between them', async () => {
    const { transport, received } = openSession();
    transport.say(ask(0, 24_000, { keyframesOnly: true }));
    await received.until(() => received.of('done').length > 0);
    const fragments = received.items.filter((item) => item.kind === 2);
    expect(fragments.map((item) => (item.wallMs - startMs) / 1000)).toEqual([
      0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22,
    ]);
    for (const { bytes } of fragments) {
      const moof = readMoof(
        bytes,
        listBoxes(bytes, 0, bytes.length).find((box) => box.type === 'moof')!,
      )!;
      expect(moof.tracks).toHaveLength(1);
      expect(moof.tracks[0]!.samples).toMatchObject([{ key: true, duration: 180_000 }]);
    }
  });

  it('keeps a bounded backlog for a reader that stops, and goes on when it reads again', async () => {
    const { transport, received } = openSession();
    transport.isReading = false;
    transport.say(ask(0, 24_000, { windowBytes: 16_777_216 }));
    await received.until(() => received.of('segment').length > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(transport.peakBufferedBytes).toBeLessThan(1_400_000);
    transport.read();
    await received.until(() => received.of('done').length > 0);
    expect(received.items.filter((item) => item.kind === 2)).toHaveLength(24);
  });

  it('sees what a file that is still written got since', async () => {
    const clip = await readClip(await testMedia('h264-sub'));
    const short = { ...clip, video: clip.video.slice(0, 45) };
    const write = { store, volume: folder, streamId, startUtcMs: startMs + 200_000, isOpen: true };
    await writeSegment({ ...write, clip: short });
    const { transport, received } = openSession();
    transport.say(ask(200_000, 220_000));
    await received.until(() => received.of('done').length === 1);
    expect(received.of('done')[0]?.reachedUtcMs).toBe(startMs + 203_000);
    await writeSegment({ ...write, clip });
    transport.say(ask(200_000, 220_000));
    await received.until(() => received.of('done').length === 2);
    expect(received.of('done')[1]?.reachedUtcMs).toBe(startMs + 212_000);
  });

  it('takes a file that retention removed meanwhile for a gap', async () => {
    const clip = await readClip(await testMedia('h264-sub'));
    const { path } = await writeSegment({ store, volume: folder, streamId, startUtcMs: startMs + 300_000, clip });
    await unlink(join(folder, path));
    const { transport, received } = openSession();
    transport.say(ask(300_000, 312_000));
    await received.until(() => received.of('done').length > 0);
    expect(received.of('gap').map((gap) => gap.cause)).toEqual(['gap_unknown']);
    expect(received.of('done')[0]?.reachedUtcMs).toBeNull();
  });
});
