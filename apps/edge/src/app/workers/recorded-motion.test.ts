import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnalysisSettings, defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DecodeWorkerConfig, DecodeWorkerEvent } from '../../capabilities/analyse/analyse-messages.ts';
import { loadDecoding } from '../../capabilities/decode/load-decoding.ts';
import { makeLog } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import {
  accountErrors,
  desired,
  startSession,
  type TestSession,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

const { decoding } = await loadDecoding();
const entry = fileURLToPath(new URL('./decode-worker.ts', import.meta.url));
const cameraId = '01900000-0000-7000-8000-000000000001';
const path = `${cameraId}-sub`;

let cameras: RtspServer;
let media: TestSession;
let worker: WorkerClient;
let models: string;

beforeEach(async () => {
  cameras = await startRtspServer();
  await cameras.addStream(path, { file: await testMedia('h264-sub') });
  models = await mkdtemp(join(tmpdir(), 'sightline-models-'));
  media = await startSession();
  const log = makeLog('test', { write: () => undefined });
  const onEvent = (event: unknown): void => {
    const told = event as DecodeWorkerEvent;
    if (told.type === 'activity') media.session.assess(told);
  };
  worker = new WorkerClient({ name: 'decode', entry, log, onEvent });
  worker.start();
}, 60_000);
afterEach(async () => {
  await worker.stop();
  await media.stop();
  await cameras.stop();
  await rm(models, { recursive: true, force: true });
});

/** A camera in whose lower half something walks all the time. */
function analyse(rest: Partial<AnalysisSettings>): void {
  const settings = { ...defaultAnalysis, readsPlates: false, comparesFaces: false, ...rest };
  worker.configure({
    busSocketPath: media.busSocketPath,
    volume: media.volume,
    modelsFolder: models,
    operatorModelsFolder: null,
    cameras: [{ cameraId, streams: [{ streamId: path, kind: 'sub' }], settings, records: 'motion' }],
    watchedCameraIds: [],
  } satisfies DecodeWorkerConfig);
}

const rectangle = (top: number, bottom: number) => [
  { x: 0, y: top },
  { x: 1, y: top },
  { x: 1, y: bottom },
  { x: 0, y: bottom },
];
const account = () => media.book.of(path);
const recordedUntil = (): number => Math.max(0, ...account().fragments.map((fragment) => fragment.endAtUtcMs));

it.skipIf(decoding === null)(
  'pictures of a camera decide what of it is written: nothing for motion where nothing counts, all while something moves where it does',
  async () => {
    const recording = { mode: 'motion' as const, preRollMs: 0, postRollMs: 1000, accountedUntilUtcMs: null };
    await media.configure([desired(path, cameras.url(path), { cameraId, kind: 'sub', recording })]);
    analyse({ zonesExclude: [rectangle(0, 1)] });
    await until(
      () =>
        [...account().gaps.values()].some(
          (gap) => gap.cause === 'recording_no_motion' && gap.endAtUtcMs - gap.startAtUtcMs > 3000,
        ),
      'quiet',
      40_000,
    );
    const quietUntil = recordedUntil();
    const countsUtcMs = Date.now();
    analyse({ zones: [rectangle(0.5, 1)] });
    await until(() => recordedUntil() > countsUtcMs + 3000, 'footage', 30_000);
    expect(quietUntil).toBeLessThan(countsUtcMs);
    await worker.stop();
    await media.session.stop();
    expect(accountErrors(account())).toEqual({ unexplained: [], both: [] });
  },
  90_000,
);
