import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MotionIndexWriter } from '../motion/motion-index-writer.ts';
import type { JobWorkerConfig } from '../export/job-worker-messages.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import { answerCommand, type CommandHandlers, forwardTo } from '../../platform/link/command-handlers.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { footageHandlers, motionLevelsOf } from '../play/footage-commands.ts';
import { startJobWorker } from '../export/job-process.ts';
import { pictureHandlers } from '../snapshot/snapshot.capability.ts';

const log = pino({ level: 'silent' });
const startUtcMs = Date.UTC(2026, 4, 1, 12);
const everywhere = 'f'.repeat(36);
const cameraId = uuidv7();
let folder: string;
let stores: EdgeStores;
let jobs: WorkerClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'motion-commands-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  jobs = startJobWorker({ log, onEvent: () => undefined, onRestart: () => undefined });
  jobs.configure({
    busSocketPath: join(folder, 'bus'),
    storePath: stores.path,
    volume: join(folder, 'footage'),
    serverUrl: 'http://127.0.0.1:9',
    serverCa: null,
    exportFolder: join(folder, 'exports'),
    cameras: [],
  } satisfies JobWorkerConfig);
  await vi.waitUntil(() => jobs.request('motion.levels', { ...range, bucketMs: 60_000 }, 1_000).catch(() => null), {
    timeout: 10_000,
  });
});

afterEach(async () => {
  await jobs.stop();
  stores.store.close();
  rmSync(folder, { recursive: true });
});

let revision = 0;
function want(isOn: boolean): void {
  const desired = cameraConfig({ id: cameraId, stream: { id: uuidv7() }, analysis: { ...defaultAnalysis, isOn } });
  stores.desired.apply({ sequence: ++revision, entity: 'camera', entityId: cameraId, revision, desired }, Date.now());
}

async function note(...seconds: number[]): Promise<void> {
  const writer = new MotionIndexWriter({ volume: join(folder, 'footage'), onTrouble: () => undefined });
  for (const second of seconds)
    writer.note(cameraId, startUtcMs + second * 1000, { level: 90, cells: new Uint8Array(144).fill(200) });
  await writer.flush();
}

const ask = (command: string, body: unknown): Promise<unknown> => {
  const footage = {
    ...stores,
    volume: join(folder, 'footage'),
    nowUtcMs: Date.now,
    motionLevels: motionLevelsOf(jobs, log),
  };
  const handlers = {
    ...footageHandlers(footage),
    ...forwardTo(jobs, ['motion.search', 'motion.heat']),
    ...pictureHandlers(jobs, stores.cameras),
  };
  return answerCommand(handlers as CommandHandlers, command, { body, timeoutMs: 10_000 });
};
const range = { cameraId, fromUtcMs: startUtcMs, toUtcMs: startUtcMs + 3_600_000 };
const coverage = async () =>
  edgeCommands['recordings.coverage'].output.parse(
    await ask('recordings.coverage', { ...range, stream: 'main', buckets: 60 }),
  );

test('refuses a search that the contract does not allow', async () => {
  await expect(
    ask('motion.search', { ...range, cells: 'everywhere', minLevel: 1, quietMs: 1_000, limit: 1 }),
  ).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('motion is searched in the past, the newest first', async () => {
  await note(10, 11, 12, 600);
  const found = await ask('motion.search', { ...range, cells: everywhere, minLevel: 20, quietMs: 3_000, limit: 100 });
  const { items } = edgeCommands['motion.search'].output.parse(found);
  expect(
    items.map(({ fromUtcMs, toUtcMs }) => [(fromUtcMs - startUtcMs) / 1000, (toUtcMs - startUtcMs) / 1000]),
  ).toEqual([
    [600, 601],
    [10, 13],
  ]);
});

test('the timeline gets a level per bucket where motion is known, and nothing where nobody ever looked', async () => {
  want(false);
  expect((await coverage()).motion.levels).toEqual([]);
  want(true);
  expect((await coverage()).motion).toEqual({ bucketMs: 60_000, levels: Array.from({ length: 60 }, () => null) });
  await note(70);
  const { levels } = (await coverage()).motion;
  expect(levels).toHaveLength(60);
  expect(levels[1]).toBe(90);
  expect(levels[0]).toBeNull();
});

test('coverage is answered without levels while their reader is away', async () => {
  want(false);
  await note(70);
  await jobs.stop();
  expect((await coverage()).motion.levels).toEqual([]);
});

test('a picture is refused while the core knows less of what its camera hides than the server', async () => {
  want(true);
  const poster = (wanted: number) => ask('camera.poster', { cameraId, width: 320, revision: wanted });
  await expect(poster(revision + 1)).rejects.toMatchObject({ code: 'camera_not_ready' });
  // Known, but no camera of the worker that would take it.
  await expect(poster(revision)).rejects.toMatchObject({ code: 'not_found' });
});
