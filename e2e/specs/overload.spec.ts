import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analysisOf } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf } from '../fixtures/footage.ts';
import { recordedFrames } from '../fixtures/recorded-frames.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

/** Each moves all the time and wants tiles: several times what two cores can look at. `bench analysis` goes up to 32. */
const cameraCount = 16;
const watchedMs = 15_000;

let system: System;
let site: Site;
const cameraIds: string[] = [];
const streamIds: string[] = [];

beforeAll(async () => {
  system = await startSystem({ models: await builtInModelsFolder() });
  site = await setUpSite(system);
  const file = await testMedia('h264-sub');
  for (let index = 0; index < cameraCount; index += 1) {
    const path = `camera-${String(index)}`;
    await system.cameras.addStream(path, { file });
    const camera = await addCamera(system, site, { name: `Camera ${String(index)}`, main: system.cameras.url(path), analysis: { hasTiles: true } });
    cameraIds.push(camera.id);
    streamIds.push(...camera.streams.map(({ id }) => id));
  }
  for (const id of cameraIds) await waitForCamera(system, id, 'online');
}, 180_000);

afterAll(() => system.stop());

test('says that it is overloaded, and gives every busy camera its fair part', async () => {
  await eventually(async () => {
    const { cameras } = await analysisOf(system, site);
    const overloaded = cameras.filter(({ cause }) => cause === 'analysis_overloaded');
    if (overloaded.length < cameraCount) throw new Error(`${String(overloaded.length)} of ${String(cameraCount)} cameras are overloaded`);
  }, 60_000);
  await wait(watchedMs);
  const { cameras, inference } = await analysisOf(system, site);
  const given = cameras.map(({ givenFps }) => givenFps);
  expect(given).toHaveLength(cameraCount);
  expect(Math.min(...given)).toBeGreaterThan(0);
  expect(Math.max(...given) / Math.min(...given)).toBeLessThanOrEqual(2);
  expect(inference.givenFps).toBeLessThan(inference.wantedFps / 2);
}, 120_000);

test('records every picture of every camera all the same', async () => {
  const toUtcMs = Date.now() - 2_000;
  for (const id of cameraIds) {
    const { gaps } = await coverageOf(system, id, { fromUtcMs: toUtcMs - watchedMs, toUtcMs });
    expect(gaps).toEqual([]);
  }
  await system.edge.stop();
  const recorded = recordedFrames(system);
  for (const [index, streamId] of streamIds.entries()) {
    const { frames = 0, losses = -1 } = recorded.get(streamId) ?? {};
    expect(losses, `losses of camera ${String(index)}`).toBe(0);
    expect(frames).toBe(system.cameras.stats(`camera-${String(index)}`).unitsSent);
  }
}, 60_000);
