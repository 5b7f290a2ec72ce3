import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { analyticsStateOf, CameraPartsReport } from './camera-parts.ts';

type Told = Extract<EdgeRecordBody, { kind: 'cameraParts' }>;
const figures = {
  stream: null,
  decodedFps: 0,
  wantedFps: 0,
  givenFps: 0,
  share: 0,
  queueAgeMs: 0,
  droppedFps: 0,
  motionLevel: 0,
  openTracks: 0,
};
const status = (
  state: CameraAnalysisStatus['state'],
  cause: CameraAnalysisStatus['cause'] = null,
): CameraAnalysisStatus => ({
  cameraId: 'c1',
  state,
  cause,
  ...figures,
});

describe('the analysis of a camera', () => {
  test.each([
    ['offline', 'analysis_suspended', status('waiting', 'analysis_suspended'), 0],
    ['offline', 'transcode_unavailable', status('waiting', 'transcode_unavailable'), 0],
    ['offline', 'stream_offline', status('waiting', 'stream_offline'), 20_000],
    ['offline', 'stream_offline', undefined, 20_000],
    ['connecting', null, status('waiting', 'stream_offline'), 19_999],
    ['connecting', null, undefined, 0],
    ['off', null, status('off'), 0],
    ['online', null, status('motionOnly', 'model_absent'), 0],
    ['online', null, status('active', 'analysis_overloaded'), 0],
    ['online', null, status('idle'), 0],
  ] as const)('is %s (%s)', (...[state, cause, known, waitingMs]) => {
    expect(analyticsStateOf(known, waitingMs)).toEqual({ state, cause });
  });
});

describe('what is told of the parts of cameras', () => {
  let nowMs = 1_000;
  let offMs = 0;
  let statuses: CameraAnalysisStatus[] = [];
  let cameras = [{ id: 'c1', analysis: defaultAnalysis, settings: defaultCameraSettings }];
  let told: Told[] = [];
  let report: CameraPartsReport;
  beforeEach(() => {
    nowMs = 1_000;
    offMs = 0;
    statuses = [status('idle')];
    cameras = [{ id: 'c1', analysis: defaultAnalysis, settings: defaultCameraSettings }];
    told = [];
    report = new CameraPartsReport({
      outbox: { append: (_atUtcMs, body) => told.push(body as Told) },
      log: pino({ level: 'silent' }),
      clock: { nowUtcMs: () => nowMs + offMs, monotonicMs: () => nowMs },
      cameras: () => cameras,
      analysis: async () => statuses,
    });
  });
  afterEach(() => report.stop());
  const look = async (atMs: number): Promise<void> => {
    nowMs = atMs;
    await report.look();
  };

  test('is told once, and again only when something changed, since it changed', async () => {
    await look(1_000);
    await look(2_000);
    statuses = [status('waiting', 'camera_stalled')];
    for (const atMs of [3_000, 22_000, 23_000, 24_000]) await look(atMs);
    statuses = [status('active')];
    await look(25_000);
    expect(told.map(({ analytics }) => analytics)).toEqual([
      { state: 'online', cause: null, sinceUtcMs: 1_000 },
      { state: 'connecting', cause: null, sinceUtcMs: 3_000 },
      { state: 'offline', cause: 'camera_stalled', sinceUtcMs: 23_000 },
      { state: 'online', cause: null, sinceUtcMs: 25_000 },
    ]);
  });

  test('is neither early nor late when the clock of the core is set', async () => {
    statuses = [status('waiting', 'camera_stalled')];
    await look(1_000);
    offMs = 3_600_000;
    await look(2_000);
    expect(told.map(({ analytics }) => analytics.state)).toEqual(['connecting']);
    offMs = -3_600_000;
    await look(21_000);
    expect(told.map(({ analytics }) => analytics.state)).toEqual(['connecting', 'offline']);
  });

  test('is told again to a server that does not know it, and not of cameras that are gone', async () => {
    await look(1_000);
    report.notifyAll();
    await look(2_000);
    cameras = [];
    report.notifyAll();
    await look(3_000);
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
  });

  test('says how smart storage is only while it is wanted', async () => {
    report.setSmartStorage('c1', { state: 'offline', cause: 'disk_failed' });
    await look(1_000);
    const recording = { ...defaultCameraSettings.recording, smartStorage: { isOn: true, retentionDays: 90 } };
    cameras = [
      { id: 'c1', analysis: { ...defaultAnalysis, isOn: false }, settings: { ...defaultCameraSettings, recording } },
    ];
    await look(2_000);
    expect(told.map(({ smartStorage, analytics }) => [smartStorage.state, analytics.state])).toEqual([
      ['off', 'online'],
      ['offline', 'off'],
    ]);
  });

  test('goes on by itself, also after the analysis did not answer', async () => {
    const failing = new CameraPartsReport({
      outbox: { append: (_atUtcMs, body) => told.push(body as Told) },
      log: pino({ level: 'silent' }),
      clock: systemClock,
      cameras: () => cameras,
      analysis: vi
        .fn()
        .mockRejectedValueOnce(new Error('away'))
        .mockResolvedValue([status('idle')]),
    });
    failing.start();
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 5_000 });
    failing.stop();
  });
});
