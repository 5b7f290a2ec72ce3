import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessTo, cameraFor } from '../../../testing/drivers/onvif/onvif-driver.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { socketPathFor } from '../../platform/data-folder-lock.ts';
import { DeviceSupervision } from './device-supervision.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { MediaSupervision } from '../record/media-supervision.ts';

let folder: string;
let stores: EdgeStores;
let rtsp: RtspServer;
let stops: (() => Promise<void>)[] = [];
const log = pino({ level: 'silent' });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'device-motion-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  rtsp = await startRtspServer();
});

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  stores.store.close();
  await rtsp.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a camera that nobody looks at is recorded when it says itself that something moves', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await rtsp.addStream('gate', { file: await testMedia('h264-720') });
  const device = await cameraFor();
  const { credentials, ...onvif } = accessTo(device);
  const recording = { ...defaultCameraSettings.recording, preRollS: 0, postRollS: 1 };
  const desired = {
    ...cameraConfig({
      id: cameraId,
      stream: { id: streamId, url: rtsp.url('gate') },
      credentials,
      onvif,
      recordingMode: 'motion',
    }),
    settings: { ...defaultCameraSettings, recording },
  };
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, Date.now());
  const media = new MediaSupervision({
    stores,
    volume: join(folder, 'footage'),
    busSocketPath: socketPathFor(folder, 'media.sock'),
    clock: systemClock,
    log,
  });
  const devices = new DeviceSupervision({
    deviceNetworks: ['127.0.0.0/8'],
    cameras: () => stores.cameras.list(),
    noteActivity: (said) => media.noteActivity(said),
    clock: systemClock,
    log,
  });
  stops = [() => devices.stop(), () => media.stop()];
  media.start();
  devices.start();
  const quiet = () => stores.gaps.overlapping(streamId, 0, 9e15).filter(({ cause }) => cause === 'recording_no_motion');
  const recordedUntilUtcMs = (): number => stores.segments.latestEnd(streamId) ?? 0;
  await expect.poll(() => quiet().length, { timeout: 25_000 }).toBeGreaterThan(0);
  const movedAtUtcMs = Date.now();
  device.setMotion(true);
  await expect.poll(recordedUntilUtcMs, { timeout: 20_000 }).toBeGreaterThan(movedAtUtcMs + 1_000);
  device.setMotion(false);
  await expect.poll(() => quiet().some(({ startUtcMs }) => startUtcMs > movedAtUtcMs), { timeout: 30_000 }).toBe(true);
  const covered = stores.segments.overlapping(streamId, movedAtUtcMs, recordedUntilUtcMs());
  expect(covered.length).toBeGreaterThan(0);
}, 90_000);
