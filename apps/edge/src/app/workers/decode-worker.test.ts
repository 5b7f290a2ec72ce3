import { closeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { type AnalysisSettings, defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  AnalysedCamera,
  DecodeWorkerConfig,
  DecodeWorkerEvent,
} from '../../capabilities/analyse/analyse-messages.ts';
import { loadDecoding } from '../../capabilities/decode/load-decoding.ts';
import { readMotionLevels, searchMotion } from '../../capabilities/search/motion-search.ts';
import { readWorkMarks } from '../../capabilities/analyse/work-marks.ts';
import { makeLog } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { openMarksFile } from '../../capabilities/analyse/marks-file.ts';
import {
  accountErrors,
  desired,
  startSession,
  type TestSession,
} from '../../../testing/app/workers/media-session.fixture.ts';

const { decoding } = await loadDecoding();
const entry = fileURLToPath(new URL('./decode-worker.ts', import.meta.url));
/** Other tests share this machine's processors. */
const seesSoonMs = 30_000;
const cameraId = '01900000-0000-7000-8000-000000000001';

let cameras: RtspServer;
let media: TestSession;
let worker: WorkerClient;
let packs: string;
let marksFd: number;
let heard: DecodeWorkerEvent[];

beforeAll(async () => {
  cameras = await startRtspServer();
}, 60_000);
afterAll(() => cameras.stop());
beforeEach(async () => {
  heard = [];
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  media = await startSession();
  const log = makeLog('test', { write: () => undefined });
  marksFd = openMarksFile();
  worker = new WorkerClient({
    name: 'decode',
    entry,
    log,
    sharedFd: marksFd,
    onEvent: (event) => heard.push(event as DecodeWorkerEvent),
  });
  worker.start();
});
afterEach(async () => {
  await worker.stop();
  closeSync(marksFd);
  await media.stop();
  for (const path of cameras.paths()) cameras.removeStream(path);
  await rm(packs, { recursive: true, force: true });
});

const settingsWith = (rest: Partial<AnalysisSettings>): AnalysisSettings => ({
  ...defaultAnalysis,
  readsPlates: false,
  comparesFaces: false,
  ...rest,
});

/** A camera whose streams are named after it. */
const analysed = (
  id: string,
  kinds: ('main' | 'sub')[] = ['sub'],
  rest: Partial<AnalysisSettings> = {},
): AnalysedCamera => ({
  cameraId: id,
  streams: kinds.map((kind) => ({ streamId: `${id}-${kind}`, kind })),
  settings: settingsWith(rest),
});

function analyse(list: AnalysedCamera[], rest: Partial<DecodeWorkerConfig> = {}): void {
  const { busSocketPath, volume } = media;
  const modelsFolder = join(packs, 'none');
  worker.configure({
    busSocketPath,
    volume,
    modelsFolder,
    operatorModelsFolder: packs,
    cameras: list,
    watchedCameraIds: [],
    ...rest,
  } satisfies DecodeWorkerConfig);
}

const record = (ids: readonly string[], kinds: ('main' | 'sub')[] = ['sub']): Promise<void> =>
  media.configure(
    ids.flatMap((id) =>
      kinds.map((kind) => desired(`${id}-${kind}`, cameras.url(`${id}-${kind}`), { cameraId: id, kind })),
    ),
  );

async function status(): Promise<AnalysisStatus> {
  return (await worker.request('analysis.status', {}, 5_000)) as AnalysisStatus;
}
const first = async (): Promise<AnalysisStatus['cameras'][number]> => (await status()).cameras[0]!;
/** Shares are those of the last ten seconds; on a busy machine several such windows pass before they are equal. */
const evensOutMs = 60_000;

const until = (condition: () => boolean | Promise<boolean>, timeoutMs = seesSoonMs): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: timeoutMs, interval: 100 });

describe.skipIf(decoding === null)('the decode worker', () => {
  it('says that a camera gives no pictures and why, and goes on when it does again', async () => {
    await cameras.addStream(`${cameraId}-sub`, { file: await testMedia('h264-sub') });
    await record([cameraId]);
    analyse([analysed(cameraId)]);
    await until(async () => (await first())?.decodedFps > 1);
    cameras.faults(`${cameraId}-sub`).drop(5_500);
    await until(async () => (await first()).state === 'waiting');
    const { cause, motionLevel } = await first();
    expect(cause).toMatch(/^camera_|^stream_/);
    expect(motionLevel).toBe(0);
    await until(async () => (await first()).state !== 'waiting');
  }, 70_000);

  it('notes whose pictures native code has and which model of the operator runs, for who outlives it', async () => {
    await cameras.addStream(`${cameraId}-sub`, { file: await testMedia('h264-sub') });
    await writeBrightSquarePack(join(packs, 'bright-square'));
    await record([cameraId]);
    analyse([analysed(cameraId)], { hasMarks: true });
    const noted = new Set<string | null>();
    await vi.waitUntil(
      () => {
        const { decodingCameraId, lookingCameraId, packFolder } = readWorkMarks(marksFd);
        noted
          .add(decodingCameraId && `decoding ${decodingCameraId}`)
          .add(lookingCameraId && `looking ${lookingCameraId}`);
        noted.add(packFolder);
        return noted.size === 4;
      },
      { timeout: seesSoonMs, interval: 1 },
    );
    expect(noted).toEqual(new Set([null, `decoding ${cameraId}`, `looking ${cameraId}`, join(packs, 'bright-square')]));
  }, 70_000);

  it('follows a camera that changes its codec', async () => {
    await cameras.addStream(`${cameraId}-sub`, { file: await testMedia('h264-sub') });
    await record([cameraId]);
    analyse([analysed(cameraId)]);
    await until(async () => (await first())?.motionLevel > 0);
    await cameras.faults(`${cameraId}-sub`).switchFile(await testMedia('hevc'), 'disconnect');
    const switchedMs = Date.now();
    const range = { volume: media.volume, cameraId, fromUtcMs: switchedMs + 3_000, toUtcMs: switchedMs + 60_000 };
    await until(
      async () =>
        (await searchMotion({ ...range, cells: 'f'.repeat(36), minLevel: 20, quietMs: 3000, limit: 10 })).items.length >
        0,
    );
  }, 70_000);

  it('looks at nothing that nobody wants, and at the large stream only where there is no small one', async () => {
    for (const kind of ['main', 'sub'])
      await cameras.addStream(`${cameraId}-${kind}`, { file: await testMedia('h264-sub') });
    await record([cameraId], ['main', 'sub']);
    analyse([analysed(cameraId, ['main', 'sub'], { isOn: false })]);
    await until(async () => (await status()).cameras.length === 1);
    expect(await first()).toMatchObject({ state: 'off', cause: null, stream: null });
    analyse([analysed(cameraId, ['main', 'sub'])]);
    await until(async () => (await first()).decodedFps > 1);
    expect(await first()).toMatchObject({ state: 'motionOnly', cause: 'model_absent', stream: 'sub' });
    analyse([analysed(cameraId, ['main'])]);
    await until(async () => (await first()).stream === 'main');
    await until(async () => (await first()).state !== 'waiting');
    analyse([]);
    await until(async () => (await status()).cameras.length === 0);
    expect(heard.filter((event) => event.type === 'event')).toEqual([]);
  }, 70_000);

  it('knows motion of every second, and writes the last ones when it is told to stop', async () => {
    await cameras.addStream(`${cameraId}-sub`, { file: await testMedia('h264-sub') });
    await record([cameraId]);
    analyse([analysed(cameraId)]);
    await until(async () => (await first())?.motionLevel > 0);
    const fromUtcMs = Math.ceil(Date.now() / 1000) * 1000;
    await until(() => Date.now() > fromUtcMs + 6_000);
    await worker.stop();
    const levels = await readMotionLevels({
      volume: media.volume,
      cameraId,
      fromUtcMs,
      toUtcMs: fromUtcMs + 5_000,
      bucketMs: 1000,
    });
    expect(levels).toHaveLength(5);
    for (const level of levels) expect(level).toBeGreaterThan(20);
  }, 60_000);

  it('tells events, pictures of bounded size, and boxes of watched cameras; closes what is open when it stops', async () => {
    await writeBrightSquarePack(join(packs, 'bright-square'));
    await cameras.addStream(`${cameraId}-sub`, { file: await testMedia('h264-sub') });
    await record([cameraId]);
    analyse([analysed(cameraId)], { watchedCameraIds: [cameraId] });
    await until(() =>
      ['event', 'picture', 'boxes', 'models', 'capabilities'].every((type) =>
        heard.some((event) => event.type === type),
      ),
    );
    await until(() => heard.filter((event) => event.type === 'event').length >= 3);
    const pictures = heard.flatMap((event) => (event.type === 'picture' ? [event] : []));
    for (const { jpeg } of pictures) {
      expect([jpeg[0], jpeg[1]]).toEqual([0xff, 0xd8]);
      expect(jpeg.length).toBeLessThan(90 * 1024);
    }
    await worker.stop();
    const phases = new Map(
      heard.flatMap((event) => (event.type === 'event' ? [[event.report.eventId, event.report.phase] as const] : [])),
    );
    expect(phases.size).toBeGreaterThan(0);
    expect([...phases.values()].every((phase) => phase === 'closed')).toBe(true);
  }, 70_000);

  it('shares a detector that is too slow fairly, says so, and recording goes on', async () => {
    await writeBrightSquarePack(join(packs, 'bright-square'));
    const ids = Array.from({ length: 4 }, (_, index) => cameraId.replace(/.$/, String(index)));
    for (const id of ids) await cameras.addStream(`${id}-sub`, { file: await testMedia('h264-sub') });
    await record(ids);
    analyse(
      ids.map((id) => analysed(id)),
      { inferenceBudgetShare: 0.01 },
    );
    await until(async () => {
      const { cameras: list } = await status();
      return list.length === ids.length && list.every((camera) => camera.cause === 'analysis_overloaded');
    }, evensOutMs);
    const { inference } = await status();
    expect(inference.givenFps).toBeLessThan(inference.wantedFps / 2);
    // A busy machine gives some of them nothing for ten seconds, which is what a share is of: what counts is what each gets in the long run.
    const shares = new Map<string, number>();
    await until(async () => {
      const { cameras: list } = await status();
      for (const { cameraId: id, share } of list) shares.set(id, (shares.get(id) ?? 0) + share);
      const sums = [...shares.values()];
      return Math.min(...sums) > 0 && Math.max(...sums) / Math.min(...sums) < 2;
    }, 2 * evensOutMs);
    for (const id of ids) expect(accountErrors(media.book.of(`${id}-sub`))).toEqual({ unexplained: [], both: [] });
  }, 240_000);
});
