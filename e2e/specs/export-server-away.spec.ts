import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../fixtures/eventually.ts';
import type { System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

let system: System;
let cameraId: string;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-720') });
  const site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  await wait(12_000);
});

afterAll(() => system.stop());

test('an export that is ready while the server is away is handed over when it comes back', async () => {
  const toUtcMs = Date.now() - 2_000;
  const { id } = await system.api.call(exportsCalls.create, { params: { id: cameraId }, body: { stream: 'main', fromUtcMs: toUtcMs - 8_000, toUtcMs } });
  await system.server.kill();
  // Longer than a restart, and than the first few attempts.
  await wait(25_000);
  system.server.restart();
  await system.server.ready();
  await eventually(async () => {
    const now = await system.api.call(exportsCalls.get, { params: { id } });
    if (now.state !== 'done') throw new Error(`the export is ${now.state} (${String(now.failure)})\n${system.edge.output.slice(-1_500)}`);
    expect(now.sha256).toMatch(/^[0-9a-f]{64}$/);
  }, 60_000);
}, 120_000);
