import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DesiredRecording } from '../../capabilities/ingest/ingest-messages.ts';
import { subscribeStream } from '../../platform/media-bus/media-bus-client.ts';
import {
  accountErrors,
  desired,
  footageOf,
  startSession,
  type TestSession,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

const path = 'gate';
let cameras: RtspServer;
let one: TestSession;
let assessing: NodeJS.Timeout | null = null;
let isActive = false;

beforeAll(async () => {
  cameras = await startRtspServer();
  await cameras.addStream(path, { file: await testMedia('h264-aac') });
}, 60_000);
afterAll(() => cameras.stop());
beforeEach(async () => {
  isActive = false;
  one = await startSession({ lingerMs: 300 });
});
afterEach(async () => {
  stopJudging();
  await one.stop();
});

const wanted = (recording: Partial<DesiredRecording>) =>
  one.configure([
    desired(path, cameras.url(path), {
      recording: { mode: 'motion', preRollMs: 2000, postRollMs: 1000, accountedUntilUtcMs: null, ...recording },
    }),
  ]);
const recordedMs = (): number => footageOf(one.book.of(path)).reduce((sum, part) => sum + part.endMs - part.startMs, 0);
const causes = (): string[] => [...one.book.of(path).gaps.values()].map((gap) => gap.cause);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody looks at the pictures, half a second after they came. */
function assess(): void {
  let fromUtcMs = Date.now() - 500;
  assessing = setInterval(() => {
    const untilUtcMs = Date.now() - 500;
    one.session.assess({ type: 'activity', cameraId: path, fromUtcMs, untilUtcMs, isActive, cause: null });
    fromUtcMs = untilUtcMs;
  }, 200);
}

function stopJudging(): void {
  if (assessing !== null) clearInterval(assessing);
  assessing = null;
}

describe('recording of what moves', () => {
  it('writes what nobody judged when the stream ends, without a second unexplained', async () => {
    await wanted({});
    await until(() => one.book.of(path).statuses.some((status) => status.state === 'online'), 'the camera');
    await wait(1500);
    expect(one.book.of(path).fragments).toEqual([]);
    await one.session.stop();
    expect(recordedMs()).toBeGreaterThan(800);
    expect(accountErrors(one.book.of(path))).toEqual({ unexplained: [], both: [] });
  });

  it('leaves out what is quiet and says why, and keeps whole groups from before until after what happened, with their sound', async () => {
    assess();
    await wanted({});
    await until(() => causes().includes('recording_no_motion'), 'quiet');
    const quietMs = recordedMs();
    await wait(2500);
    expect(recordedMs()).toBe(quietMs);
    const startedUtcMs = Date.now();
    isActive = true;
    await wait(1500);
    isActive = false;
    const endedUtcMs = Date.now();
    const gapsBefore = one.book.of(path).gaps.size;
    await until(
      () => one.book.of(path).gaps.size > gapsBefore && [...one.book.of(path).gaps.values()].some((gap) => gap.open),
      'quiet again',
    );
    const part = footageOf(one.book.of(path)).at(-1)!;
    // Judgements were half a second behind: what they called active began that much earlier.
    expect(part.startMs).toBeLessThanOrEqual(startedUtcMs - 500 - 2000 + 200);
    expect(part.startMs).toBeGreaterThan(startedUtcMs - 500 - 2000 - 2300);
    expect(part.endMs).toBeGreaterThanOrEqual(endedUtcMs - 700 + 1000);
    expect(part.endMs).toBeLessThan(endedUtcMs + 1000 + 2300);
    stopJudging();
    await one.session.stop();
    expect(accountErrors(one.book.of(path))).toEqual({ unexplained: [], both: [] });
    const segment = [...one.book.of(path).closed.values()].find(
      (closed) => Math.abs(closed.startAtUtcMs - part.startMs) < 5,
    )!;
    const { pictures, audioSamples } = await decodeFile(join(one.volume, segment.path));
    expect(pictures.every((picture) => picture.counter !== null)).toBe(true);
    expect(audioSamples).toBeGreaterThan(20_000);
  }, 40_000);

  it('goes on without a gap when everything is wanted from now on, when only some is again, and when sound is', async () => {
    await wanted({ mode: 'on', recordsAudio: false });
    await until(() => recordedMs() > 500, 'footage');
    await wanted({ mode: 'motion', recordsAudio: false });
    await wait(1000);
    await wanted({ mode: 'on', recordsAudio: true });
    await until(
      () => one.book.all.some((message) => message.type === 'segment.opened' && message.audioCodec === 'aac'),
      'sound',
    );
    const from = recordedMs();
    await until(() => recordedMs() > from + 500, 'footage again');
    await one.session.stop();
    expect(footageOf(one.book.of(path))).toHaveLength(1);
    const sounds = [...one.book.of(path).closed.values()].map((segment) => segment.audioCodec);
    expect([sounds[0], sounds.at(-1)]).toEqual([null, 'aac']);
    const [silent] = one.book.of(path).closed.keys();
    expect((await decodeFile(join(one.volume, silent!))).audioSamples).toBe(0);
    expect(accountErrors(one.book.of(path))).toEqual({ unexplained: [], both: [] });
  }, 30_000);

  it('says that the other stream is stored, and that nobody was there, of time without footage', async () => {
    await wanted({ mode: 'on' });
    await until(() => recordedMs() > 100, 'footage');
    await wanted({ mode: 'not_stored' });
    await until(() => causes().includes('stream_not_stored'), 'the cause');
    assess();
    await wanted({ mode: 'objects' });
    await until(() => causes().includes('recording_no_objects'), 'quiet');
    stopJudging();
    await one.session.stop();
    expect(accountErrors(one.book.of(path))).toEqual({ unexplained: [], both: [] });
  });
});

it('a stream on demand is connected while somebody watches it only, and none of it is stored', async () => {
  const before = cameras.stats(path).sessionsStarted;
  const recording = { mode: 'not_stored' as const, accountedUntilUtcMs: null };
  await one.configure([desired(path, cameras.url(path), { isOnDemand: true, recording })]);
  await until(() => one.book.of(path).statuses.at(-1)?.state === 'off', 'rest');
  await wait(300);
  expect(cameras.stats(path).sessionsStarted).toBe(before);
  let pictures = 0;
  const viewer = subscribeStream(one.busSocketPath, path, { config: () => undefined, unit: () => (pictures += 1) });
  await until(() => pictures > 10, 'pictures');
  expect(one.book.of(path).statuses.map((status) => status.state)).toEqual(['off', 'connecting', 'online']);
  viewer.close();
  await until(() => one.book.of(path).statuses.at(-1)?.state === 'off', 'rest again');
  await until(() => cameras.stats(path).readers === 0, 'no reader');
  expect(one.book.of(path).fragments).toEqual([]);
}, 30_000);
