import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelSet } from '../models/inference.ts';
import { systemClock } from '../../platform/clock.ts';
import { makeLog } from '../../platform/log/log.ts';
import type { DecodeWorkerEvent } from './analyse-messages.ts';
import { AnalysisSession } from './analysis-session.ts';
import { workerCapabilities } from './worker-capabilities.ts';

const noModels: ModelSet = {
  detector: null,
  faceDetector: null,
  faceEmbedder: null,
  textReader: null,
  spotters: [],
  statuses: () => [],
};

describe('an analysis without a decoder', () => {
  it('analyses nothing, says so for every wanted camera, and promises nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-analysis-'));
    const told: DecodeWorkerEvent[] = [];
    const log = makeLog('test', { write: () => undefined });
    const session = new AnalysisSession({
      decoding: null,
      models: noModels,
      clock: systemClock,
      emit: (event) => told.push(event),
      log,
    });
    session.start();
    await session.configure({
      busSocketPath: join(folder, 'bus'),
      volume: folder,
      modelsFolder: folder,
      operatorModelsFolder: null,
      cameras: [true, false].map((isOn) => ({
        cameraId: isOn ? 'on' : 'off',
        streams: [{ streamId: 's', kind: 'main' as const }],
        settings: { ...defaultAnalysis, isOn },
      })),
      watchedCameraIds: ['on'],
    });
    const status = session.status();
    expect(status.canDecode).toBe(false);
    expect(status.cameras).toMatchObject([
      { cameraId: 'on', state: 'waiting', cause: 'transcode_unavailable', stream: null, givenFps: 0 },
      { cameraId: 'off', state: 'off', cause: null },
    ]);
    expect(workerCapabilities(false, noModels)).toEqual([]);
    expect(workerCapabilities(true, noModels)).toEqual(['motion', 'tampering', 'analyse']);
    await session.stop();
    expect(told).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});
