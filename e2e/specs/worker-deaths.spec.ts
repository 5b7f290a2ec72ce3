import { testMedia } from '@sightline/testing/cameras/test-media';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { analysisOf } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf } from '../fixtures/footage.ts';
import { makeBusy, standStill } from '../fixtures/hardship.ts';
import { descendants, findDescendant } from '../fixtures/processes.ts';
import { recordedFrames } from '../fixtures/recorded-frames.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

const cameraCount = 3;
const deaths = 8;
/** Pictures that were on their way when the core was stopped. */
const onTheWay = 3;

interface Added {
  id: string;
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
    added.push({ id: camera.id, path, streamId: camera.streams[0]!.id });
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

/** Ends the core and compares what it has with what the cameras sent. */
async function expectEveryPicture(system: System, added: readonly Added[]): Promise<void> {
  await system.edge.stop();
  const recorded = recordedFrames(system);
  for (const { path, streamId } of added) {
    const { frames = 0, losses = 0 } = recorded.get(streamId) ?? {};
    const { unitsSent } = system.cameras.stats(path);
    expect(losses).toBe(0);
    expect(frames).toBeLessThanOrEqual(unitsSent);
    expect(frames).toBeGreaterThanOrEqual(unitsSent - onTheWay);
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
    await expectEveryPicture(system, added);
  } finally {
    await system.stop();
  }
}, 150_000);

const workersOf = (system: System): number[] =>
  descendants(system.edge.pid)
    .filter(({ command }) => command.includes('-worker'))
    .map(({ pid }) => pid)
    .toSorted((a, b) => a - b);

test('a main process that stood still costs no picture and no worker its life', async () => {
  const system = await startSystem({ models: await builtInModelsFolder() });
  try {
    const site = await setUpSite(system);
    const added = await addCameras(system, site);
    await eventually(async () => expect((await analysisOf(system, site)).cameras).toHaveLength(cameraCount), 20_000);
    const before = workersOf(system);
    expect(before.length).toBeGreaterThanOrEqual(4);
    // Well over every limit, and once more before all is as it was.
    for (const forMs of [25_000, 12_000]) {
      const calm = makeBusy(3);
      await standStill(system.edge.pid, forMs).finally(calm);
      const awakeUtcMs = Date.now();
      await eventually(async () => {
        const { recorded } = await coverageOf(system, added[0]!.id, {
          fromUtcMs: awakeUtcMs - 5_000,
          toUtcMs: Date.now(),
        });
        expect(recorded.at(-1)?.toUtcMs ?? 0).toBeGreaterThan(awakeUtcMs + 3_000);
      }, 60_000);
      expect(workersOf(system)).toEqual(before);
    }
    const now = Date.now();
    for (const { id } of added)
      expect((await coverageOf(system, id, { fromUtcMs: now - 30_000, toUtcMs: now - 3_000 })).gaps).toEqual([]);
    await expectEveryPicture(system, added);
  } finally {
    await system.stop();
  }
}, 180_000);
