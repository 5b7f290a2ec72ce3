import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeCatalog } from '../footage/store-catalog.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { coverageCommand, daysCommand } from './footage-commands.ts';
import { storageCommand } from '../retain/storage-commands.ts';

const minute = 60_000;
const startMs = Date.UTC(2026, 10, 20);
const at = (minutes: number): number => startMs + minutes * minute;
const [cameraId, main, sub] = [uuidv7(), uuidv7(), uuidv7()];
let folder: string;
let stores: EdgeStores;
let revision: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'former-footage-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  revision = 0;
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

function store(storageStreams: 'both' | 'main' | 'sub'): void {
  const one = cameraConfig({ id: cameraId, stream: { id: main } });
  const streams = [...one.streams, { ...one.streams[0]!, id: sub, kind: 'sub' as const }];
  const desired = { ...one, streams, settings: cameraSettings.parse({ recording: { storageStreams } }) };
  revision += 1;
  stores.desired.apply({ sequence: revision, entity: 'camera', entityId: cameraId, revision, desired }, at(0));
}

function record(streamId: string, ...minutes: number[]): void {
  for (const begins of minutes) {
    const path = `${streamId}/${String(begins)}.mp4`;
    stores.segments.put(testSegment({ streamId, path, startUtcMs: at(begins), endUtcMs: at(begins + 1) }));
  }
}

const gap = (
  streamId: string,
  [from, to]: [number, number],
  cause: 'camera_stalled' | 'stream_not_stored' | 'starting',
): unknown =>
  stores.gaps.put({ streamId, startUtcMs: at(from), endUtcMs: at(to), cause, isOpen: cause === 'stream_not_stored' });
const parts = () => ({
  ...stores,
  volume: join(folder, 'footage'),
  nowUtcMs: () => at(10),
  motionLevels: async () => [],
});
const coverage = async () => {
  const { recorded, gaps, oldestUtcMs } = await coverageCommand(parts(), {
    cameraId,
    stream: 'main',
    fromUtcMs: at(0),
    toUtcMs: at(10),
    buckets: 10,
  });
  const minutes = (utcMs: number): number => (utcMs - startMs) / minute;
  return {
    recorded: recorded.map((part) => [minutes(part.fromUtcMs), minutes(part.toUtcMs)]),
    gaps: gaps.map((part) => [minutes(part.fromUtcMs), minutes(part.toUtcMs), part.cause]),
    oldest: minutes(oldestUtcMs ?? 0),
  };
};

/** Main stream alone for six minutes, with a hole, then the sub-stream alone. */
function switched(): void {
  store('main');
  record(main, 0, 1, 4, 5);
  gap(main, [2, 4], 'camera_stalled');
  gap(main, [6, 10], 'stream_not_stored');
  store('sub');
  gap(sub, [6, 7], 'starting');
  record(sub, 7, 8, 9);
}

test('footage stays in sight when another stream of its camera is kept from now on, with the causes of its own holes', async () => {
  switched();
  expect(await coverage()).toEqual({
    recorded: [
      [0, 2],
      [4, 6],
      [7, 10],
    ],
    gaps: [
      [2, 4, 'camera_stalled'],
      [6, 7, 'starting'],
    ],
    oldest: 0,
  });
  expect(daysCommand(parts(), { cameraId, stream: 'main', dayStarts: [at(0), at(5), at(10)] }).recordedMs).toEqual([
    3 * minute,
    4 * minute,
  ]);
  const { days } = await storageCommand(parts(), { cameraId, dayStarts: [at(0), at(10)] });
  expect(days[0]?.regular).toHaveLength(3);
});

test('it is played one file after the other, each once', () => {
  switched();
  const catalog = storeCatalog(stores.store);
  const walk: string[] = [];
  for (
    let file = catalog.lastStartedBefore(sub, at(1));
    file !== null;
    file = catalog.firstStartedAfter(sub, file.startUtcMs)
  )
    walk.push(file.path);
  expect(walk).toEqual([
    `${main}/1.mp4`,
    `${main}/4.mp4`,
    `${main}/5.mp4`,
    `${sub}/7.mp4`,
    `${sub}/8.mp4`,
    `${sub}/9.mp4`,
  ]);
  expect(catalog.lastStartedBefore(sub, at(8.5))?.path).toBe(`${sub}/8.mp4`);
  expect(catalog.gaps(sub, at(0), at(10)).map(({ cause }) => cause)).toEqual(['camera_stalled', 'starting']);
});

test('right after the change, before anything of the other stream came, what there is stays in sight', async () => {
  store('main');
  record(main, 0, 1);
  store('sub');
  expect(await coverage()).toMatchObject({ recorded: [[0, 2]], oldest: 0 });
  expect(storeCatalog(stores.store).lastStartedBefore(sub, at(5))?.path).toBe(`${main}/1.mp4`);
});

test('where both are kept, each has its own footage alone', async () => {
  switched();
  store('both');
  expect((await coverage()).recorded).toEqual([
    [0, 2],
    [4, 6],
  ]);
  expect(storeCatalog(stores.store).lastStartedBefore(sub, at(1))).toBeNull();
});
