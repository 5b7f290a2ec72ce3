import { testMedia } from '@sightline/testing/cameras/test-media';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { analysisOf } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { findDescendant } from '../fixtures/processes.ts';
import { recordedFrames } from '../fixtures/recorded-frames.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const cameraCount = 3;
const deaths = 8;
/** Pictures that were on their way when the core was stopped. */
const onTheWay = 3;

test('an analysis that ends again and again costs the recording no picture, and looks again afterwards', async () => {
  const system = await startSystem({ models: await builtInModelsFolder() });
  try {
    const site = await setUpSite(system);
    const added = [];
    for (let index = 0; index < cameraCount; index += 1) {
      const path = `camera-${String(index)}`;
      await system.cameras.addStream(path, { file: await testMedia('h264-sub') });
      added.push({ path, camera: await addCamera(system, site, { name: path, main: system.cameras.url(path) }) });
    }
    for (const { camera } of added) await waitForCamera(system, camera.id, 'online');
    let last = 0;
    for (let death = 0; death < deaths; death += 1) {
      const pid = await eventually(() => {
        const found = findDescendant(system.edge.pid, 'decode-worker');
        if (found === last) throw new Error('the worker is not up again');
        return Promise.resolve(found);
      }, 15_000);
      last = pid;
      await wait(500);
      process.kill(pid, 'SIGKILL');
    }
    await eventually(async () => {
      const { cameras } = await analysisOf(system, site);
      expect(cameras).toHaveLength(cameraCount);
      // One that was blamed for it is left out for a while, and says so.
      for (const { state, cause } of cameras) expect(state !== 'waiting' || cause === 'analysis_suspended').toBe(true);
    }, 40_000);
    await system.edge.stop();
    const recorded = recordedFrames(system);
    for (const { path, camera } of added) {
      const { frames = 0, losses = 0 } = recorded.get(camera.streams[0]!.id) ?? {};
      const { unitsSent } = system.cameras.stats(path);
      expect(losses).toBe(0);
      expect(frames).toBeLessThanOrEqual(unitsSent);
      expect(frames).toBeGreaterThanOrEqual(unitsSent - onTheWay);
    }
  } finally {
    await system.stop();
  }
}, 150_000);
