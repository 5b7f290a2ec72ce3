import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { causes, coverageOf, longestUnaccountedMs, recordedMs } from '../fixtures/footage.ts';
import { cutPower, descendants, findDescendant, isAlive } from '../fixtures/processes.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, waitForPictures } from '../fixtures/system.ts';

/** One fragment and one frame may be lost by a kill; the rest of a hole is the time to start again. */
const fragmentMs = 1_100;

let system: System;
let site: Site;
let cameraId: string;
let recordingSinceUtcMs: number;

beforeAll(async () => {
  system = await startSystem();
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  const camera = await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') });
  cameraId = camera.id;
  await waitForCamera(system, cameraId, 'online');
  recordingSinceUtcMs = Date.now();
  await wait(4_000);
});

afterAll(async () => {
  await system.stop();
});

const coverage = (fromUtcMs: number, toUtcMs = Date.now()) => coverageOf(system, cameraId, { fromUtcMs, toUtcMs });

/** Waits until footage reaches `utcMs`. */
async function waitForFootageAt(utcMs: number): Promise<void> {
  await vi.waitFor(
    async () => expect((await coverage(utcMs - 500, utcMs + 500)).newestUtcMs ?? 0).toBeGreaterThan(utcMs),
    { timeout: 30_000, interval: 200 },
  );
}

test('holds exactly one connection per camera stream', () => {
  expect(system.cameras.stats('gate').readers).toBe(1);
});

test('loses at most one fragment when the media worker is killed, and names the hole', async () => {
  const killedAtUtcMs = Date.now();
  process.kill(findDescendant(system.edge.pid, 'media-worker'), 'SIGKILL');
  await waitForFootageAt(killedAtUtcMs + 4_000);
  const seen = await coverage(recordingSinceUtcMs, killedAtUtcMs + 4_000);
  expect(longestUnaccountedMs(seen)).toBeLessThan(1_000);
  expect(causes(seen)).toContain('recorder_down');
  expect(causes(seen)).not.toContain('edge_down');
  expect(recordedMs(await coverage(recordingSinceUtcMs, killedAtUtcMs))).toBeGreaterThan(
    killedAtUtcMs - recordingSinceUtcMs - fragmentMs,
  );
});

test('keeps recording while the live worker and the job worker are killed', async () => {
  const killedAtUtcMs = Date.now();
  process.kill(findDescendant(system.edge.pid, 'live-worker'), 'SIGKILL');
  process.kill(findDescendant(system.edge.pid, 'job-worker'), 'SIGKILL');
  await waitForFootageAt(killedAtUtcMs + 3_000);
  expect((await coverage(killedAtUtcMs, killedAtUtcMs + 3_000)).gaps).toEqual([]);
  await vi.waitFor(() => expect(findDescendant(system.edge.pid, 'live-worker')).toBeGreaterThan(0), {
    timeout: 10_000,
  });
});

test('goes on recording while its main process is killed and started again, and leaves no hole without a name', async () => {
  const recorder = findDescendant(system.edge.pid, 'media-worker');
  const others = descendants(system.edge.pid)
    .map((row) => row.pid)
    .filter((pid) => pid !== recorder);
  const killedAtUtcMs = Date.now();
  await system.edge.kill();
  await vi.waitFor(() => expect(others.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await wait(Math.max(0, killedAtUtcMs + 6_000 - Date.now()));
  expect(isAlive(recorder)).toBe(true);
  const restartedAtUtcMs = Date.now();
  system.edge.restart();
  await system.edge.ready();
  await vi.waitFor(() => expect(isAlive(recorder)).toBe(false), { timeout: 30_000 });
  await waitForPictures(system, cameraId);
  await waitForFootageAt(Date.now() + 2_000);
  expect((await coverage(killedAtUtcMs, restartedAtUtcMs)).gaps).toEqual([]);
  expect(recordedMs(await coverage(killedAtUtcMs, restartedAtUtcMs))).toBeGreaterThan(
    restartedAtUtcMs - killedAtUtcMs - 100,
  );
  const seen = await coverage(restartedAtUtcMs);
  expect(longestUnaccountedMs(seen)).toBeLessThan(1_000);
  // On a quick machine the change costs less than the shortest stretch that is called a gap.
  expect(causes(seen).filter((cause) => cause !== 'edge_down')).toEqual([]);
});

test('loses at most one fragment when the whole core is killed; nothing of it stays behind', async () => {
  const children = descendants(system.edge.pid).map((row) => row.pid);
  const killedAtUtcMs = Date.now();
  await cutPower(system.edge);
  await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await wait(2_000);
  system.edge.restart();
  await system.edge.ready();
  await waitForPictures(system, cameraId);
  await waitForFootageAt(Date.now() + 2_000);
  const seen = await coverage(recordingSinceUtcMs);
  expect(longestUnaccountedMs(seen)).toBeLessThan(1_000);
  expect(causes(await coverage(killedAtUtcMs, killedAtUtcMs + 2_000))).toContain('edge_down');
  expect(causes(seen)).not.toContain('gap_unknown');
});

test('records on while the server is killed, and tells it everything once it is back', async () => {
  const killedAtUtcMs = Date.now();
  const locations: string[] = [];
  const acknowledge = async (index: number): Promise<void> => {
    const made = await system.api.call(locationsCalls.create, {
      body: { name: `Site ${String(index)}`, timeZone: 'UTC' },
    });
    locations.push(made.id);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => acknowledge(index)));
  await system.server.kill();
  system.cameras.faults('gate').drop(3_000);
  await wait(6_000);
  system.server.restart();
  await system.server.ready();
  await vi.waitFor(
    async () => expect((await system.api.call(edgesCalls.get, { params: { id: site.edgeId } })).state).toBe('online'),
    {
      timeout: 40_000,
      interval: 250,
    },
  );
  const kept = await Promise.all(locations.map((id) => system.api.call(locationsCalls.get, { params: { id } })));
  expect(kept).toHaveLength(20);
  await waitForPictures(system, cameraId);
  const seen = await coverage(killedAtUtcMs);
  expect(longestUnaccountedMs(seen)).toBeLessThan(1_000);
  expect(causes(seen).some((cause) => cause.startsWith('camera_'))).toBe(true);
});

test('keeps every acknowledged row when the database is killed while it writes', async () => {
  const acknowledged: string[] = [];
  let stop = false;
  const writer = (async () => {
    for (let index = 0; !stop; index++) {
      await system.api
        .call(locationsCalls.create, { body: { name: `Row ${String(index)}`, timeZone: 'UTC' } })
        .then((made) => acknowledged.push(made.id))
        .catch(() => wait(50));
    }
  })();
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10));
  const postmaster = descendants(system.server.pid).find((row) => /^\S*\/bin\/postgres -D /.test(row.command));
  expect(postmaster).toBeDefined();
  process.kill(postmaster?.pid ?? 0, 'SIGKILL');
  const before = acknowledged.length;
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 5), { timeout: 30_000 });
  stop = true;
  await writer;
  for (const id of acknowledged) await system.api.call(locationsCalls.get, { params: { id } });
  expect((await system.api.call(camerasCalls.get, { params: { id: cameraId } })).status.state).not.toBe('notConnected');
});
