import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiFailure } from '../fixtures/api-client.ts';
import { eventually } from '../fixtures/eventually.ts';
import { causes, coverageOf, longestUnaccountedMs } from '../fixtures/footage.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, waitForPictures } from '../fixtures/system.ts';

let system: System;
let site: Site;
let cameraId: string;
let startedUtcMs: number;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', {
    file: await testMedia('h264-sub'),
    username: 'viewer',
    password: 'first-secret',
    auth: 'digest-sha256',
  });
  site = await setUpSite(system);
  const camera = await addCamera(system, site, {
    name: 'Gate',
    main: system.cameras.url('gate'),
    username: 'viewer',
    password: 'first-secret',
  });
  cameraId = camera.id;
  await waitForCamera(system, cameraId, 'online');
  startedUtcMs = Date.now();
});

afterAll(async () => {
  await system.stop();
});

const coverage = () => coverageOf(system, cameraId, { fromUtcMs: startedUtcMs, toUtcMs: Date.now() });

async function waitForCause(cause: string): Promise<void> {
  await eventually(async () => {
    const seen = causes(await coverage());
    if (!seen.includes(cause)) throw new Error(`the gaps are ${seen.join(', ')}`);
  });
}

test('says that the camera stopped sending when it freezes with its socket open, and records again afterwards', async () => {
  system.cameras.faults('gate').freeze('all');
  const camera = await waitForCamera(system, cameraId, 'offline');
  expect(camera.status.cause).toMatch(/^camera_(stalled|timeout)$/);
  await waitForCause('camera_stalled');
  system.cameras.faults('gate').freeze('off');
  await waitForPictures(system, cameraId);
});

test('says that the password is refused when it was changed, and goes on with the new one', async () => {
  system.cameras.faults('gate').changePassword('second-secret');
  await eventually(async () => {
    const camera = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
    expect(camera.status).toMatchObject({ state: 'offline', cause: 'camera_credentials_refused' });
  });
  await waitForCause('camera_credentials_refused');
  await system.api.call(camerasCalls.update, {
    params: { id: cameraId },
    body: { credentials: { username: 'viewer', password: 'second-secret' } },
  });
  await waitForPictures(system, cameraId);
});

test('goes on recording when codec and picture size change', async () => {
  await system.cameras.faults('gate').switchFile(await testMedia('hevc'), 'disconnect');
  await eventually(async () => {
    const camera = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
    expect(camera.streams[0].format).toMatchObject({ videoCodec: 'h265', width: 1280 });
  });
  await system.cameras.faults('gate').switchFile(await testMedia('h264-sub'), 'disconnect');
  await eventually(async () => {
    const camera = await system.api.call(camerasCalls.get, { params: { id: cameraId } });
    expect(camera.streams[0].format).toMatchObject({ videoCodec: 'h264', width: 640 });
  });
});

test('keeps the times of footage right when the camera clock jumps an hour either way', async () => {
  const beforeUtcMs = Date.now();
  system.cameras.faults('gate').clockJump(3_600_000);
  await wait(3_000);
  system.cameras.faults('gate').clockJump(-3_600_000);
  await wait(4_000);
  await eventually(async () => {
    const seen = await coverageOf(system, cameraId, {
      fromUtcMs: beforeUtcMs - 3_700_000,
      toUtcMs: Date.now() + 3_700_000,
    });
    expect(seen.newestUtcMs).toBeLessThan(Date.now() + 1_500);
    expect(seen.newestUtcMs).toBeGreaterThan(Date.now() - 3_000);
  });
});

test('accounts for every second of all this', async () => {
  const seen = await coverage();
  expect(longestUnaccountedMs(seen)).toBeLessThan(1_000);
  expect(causes(seen)).not.toContain('gap_unknown');
});

test('switches recording off and on, and says so in the ledger', async () => {
  await system.api.call(camerasCalls.update, { params: { id: cameraId }, body: { recordingMode: 'off' } });
  await waitForCause('recording_off');
  await system.api.call(camerasCalls.update, { params: { id: cameraId }, body: { recordingMode: 'continuous' } });
  expect((await waitForCamera(system, cameraId, 'online')).recordingMode).toBe('continuous');
});

test('refuses the same stream twice on one core', async () => {
  const again = addCamera(system, site, { name: 'Gate again', main: system.cameras.url('gate') });
  await expect(again).rejects.toMatchObject({ code: 'camera_duplicate' });
});

test('lets go of the camera when it is deleted', async () => {
  await system.api.call(camerasCalls.remove, { params: { id: cameraId } });
  await expect(system.api.call(camerasCalls.get, { params: { id: cameraId } })).rejects.toBeInstanceOf(ApiFailure);
  await eventually(() => expect(system.cameras.stats('gate').readers).toBe(0));
});

test('never writes a camera password to a log', () => {
  for (const output of [system.server.output, system.edge.output])
    expect(output).not.toMatch(/first-secret|second-secret/);
});
