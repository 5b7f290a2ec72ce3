import { testMedia } from '@sightline/testing/cameras/test-media';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { analysisOf } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { findDescendant } from '../fixtures/processes.ts';
import { recordedFrames } from '../fixtures/recorded-frames.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const cameraCount = 3;
const deaths = 8;
/** Pictures that were on their way when the core was stopped. */
const onTheWay = 3;

interface Added {
  path: string;
  streamId: string;
}

async function addCameras(system: System, site: Site): Promise<Added[]> {
  const added: Added[] = [];
  for (let index = 0; index < cameraCount; index += 1) {
    const path = `camera-${String(index)}`;
    await system.cameras.addStream(path, { file: await testMedia('h264-sub') });
    const camera = await addCamera(system, site, { name: path, main: system.cameras.url(path) });
    await waitForCamera(system, camera.id, 'online');
    added.push({ path, streamId: camera.streams[0]!.id });
  }
  return added;
}

/** Each time as soon as it is up again and at work. */
async function killAgainAndAgain(edgePid: number): Promise<void> {
  let last = 0;
  for (let death = 0; death < deaths; death += 1) {
    last = await eventually(() => {
      const found = findDescendant(edgePid, 'decode-worker');
      if (found === last) throw new Error('the worker is not up again');
      return Promise.resolve(found);
    }, 15_000);
    await wait(500);
    process.kill(last, 'SIGKILL');
  }
}

test('an analysis that ends again and again costs the recording no picture, and looks again afterwards', async () => {
  const system = await startSystem({ models: await builtInModelsFolder() });
  try {
    const site = await setUpSite(system);
    const added = await addCameras(system, site);
    await killAgainAndAgain(system.edge.pid);
    await eventually(async () => {
      const { cameras } = await analysisOf(system, site);
      expect(cameras).toHaveLength(cameraCount);
      // One that was blamed for it is left out for a while, and says so.
      for (const { state, cause } of cameras) expect(state !== 'waiting' || cause === 'analysis_suspended').toBe(true);
    }, 40_000);
    await system.edge.stop();
    const recorded = recordedFrames(system);
    for (const { path, streamId } of added) {
      const { frames = 0, losses = 0 } = recorded.get(streamId) ?? {};
      const { unitsSent } = system.cameras.stats(path);
      expect(losses).toBe(0);
      expect(frames).toBeLessThanOrEqual(unitsSent);
      expect(frames).toBeGreaterThanOrEqual(unitsSent - onTheWay);
    }
  } finally {
    await system.stop();
  }
}, 150_000);
