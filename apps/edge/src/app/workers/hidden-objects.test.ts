import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { readFrameCounter } from '@sightline/testing/cameras/frame-counter';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecodeWorkerConfig, DecodeWorkerEvent } from '../../capabilities/analyse/analyse-messages.ts';
import { loadDecoding } from '../../capabilities/decode/load-decoding.ts';
import { notifyInference } from '../../capabilities/live/boxes/hidden-objects.ts';
import type { CameraPrivacy } from '../../capabilities/privacy/camera-privacy.ts';
import type { Luma } from '../../../testing/privacy/test-hidden.ts';
import { decodeLuma } from '../../../testing/privacy/test-hidden.ts';
import { Transcoders } from '../../capabilities/transcode/transcoders.ts';
import { makeLog } from '../../platform/log/log.ts';
import { WorkerClient } from '../../platform/processes/worker-client.ts';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { desired, startSession, type TestSession } from '../../../testing/app/workers/media-session.fixture.ts';

const { decoding } = await loadDecoding();
const cameraId = '01900000-0000-7000-8000-000000000001';
const people: CameraPrivacy = { areas: [], objects: ['person'], isLookedFor: true, how: 'fill' };
const size = { width: 640, height: 360 };
const frames = 180;

let cameras: RtspServer;
let media: TestSession;
let worker: WorkerClient;
let transcoders: Transcoders;
let packs: string;
const listeners = new Set<(event: DecodeWorkerEvent & { type: 'boxes' }) => void>();

beforeEach(async () => {
  cameras = await startRtspServer();
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  media = await startSession();
  transcoders = new Transcoders(() => media.busSocketPath);
  worker = new WorkerClient({
    name: 'decode',
    entry: fileURLToPath(new URL('./decode-worker.ts', import.meta.url)),
    log: makeLog('test', { write: () => undefined }),
    onEvent: (event) => {
      const told = event as DecodeWorkerEvent;
      if (told.type === 'boxes') for (const listener of listeners) listener(told);
    },
  });
  worker.start();
});
afterEach(async () => {
  transcoders.stop();
  await worker.stop();
  await media.stop();
  await cameras.stop();
  await rm(packs, { recursive: true, force: true });
});

/** Brightness in the middle of the bright square that walks through the test clips, in the picture with this number. */
function inSquare({ data, width, height }: Luma, frame: number): number {
  const side = Math.floor(height / 5);
  const x = Math.floor(((width - side) * frame) / frames) + Math.floor(side / 2);
  return data[Math.floor(side * 3.5) * width + x]!;
}

describe.skipIf(decoding === null)('objects that a camera hides', () => {
  it('do not show in any live picture, from the real detector to the real encoder, while the rest does', async () => {
    const streamId = `${cameraId}-sub`;
    await cameras.addStream(streamId, { file: await testMedia('h264-sub') });
    await writeBrightSquarePack(join(packs, 'bright-square'));
    await media.configure([desired(streamId, cameras.url(streamId), { cameraId, kind: 'sub' })]);
    worker.configure({
      busSocketPath: media.busSocketPath,
      volume: media.volume,
      modelsFolder: join(packs, 'none'),
      operatorModelsFolder: packs,
      cameras: [
        {
          cameraId,
          streams: [{ streamId, kind: 'sub' }],
          settings: { ...defaultAnalysis, readsPlates: false, comparesFaces: false },
          privacy: people,
        },
      ],
      watchedCameraIds: [cameraId],
    } satisfies DecodeWorkerConfig);
    let config: StreamConfig | null = null;
    const units: MediaUnit[] = [];
    const hidden = transcoders.hiding({
      streamId,
      privacy: people,
      watchObjects: (onInference) => {
        const listener = (event: DecodeWorkerEvent & { type: 'boxes' }): void =>
          notifyInference(event, people, onInference);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    })({ config: (next) => (config = next), unit: (unit) => units.push(unit), status: () => undefined });
    const shown = (): { frame: number; picture: Luma }[] => {
      const { sps, pps } = config!.video;
      const pictures = units.filter((unit) => unit.kind === 'video');
      return decodeLuma(
        'h264',
        pictures.map(({ data, key }) => toAnnexB(data, key ? [...sps, ...pps] : [])),
      ).flatMap((picture) => {
        const frame = readFrameCounter(picture.data, size);
        return frame === null ? [] : [{ frame, picture }];
      });
    };
    await vi.waitUntil(() => units.length > 60 && shown().length > 60, { timeout: 60_000, interval: 1_000 });
    hidden();
    const leaks = shown().filter(({ frame, picture }) => inSquare(picture, frame) >= 120);
    expect(leaks.map(({ frame }) => frame)).toEqual([]);
  }, 90_000);
});
