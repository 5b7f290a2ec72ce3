import { testMedia } from '@sightline/testing/cameras/test-media';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { walkFootage } from '../footage/footage-walk.ts';
import { SegmentCache } from '../footage/segment-cache.ts';
import { storeCatalog } from '../footage/store-catalog.ts';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { readCoverage } from '../record/read-coverage.ts';
import { Retention } from './retention.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { MissingFootage } from './missing-footage.ts';

const startUtcMs = 1_800_000_000_000;
const streamId = uuidv7();
let folder: string;
let volume: string;
let stores: EdgeStores;
let paths: string[];
let ends: number[];
let told: { code: string; detail: string }[];
let isHere = true;
let isBehind: (path: string) => boolean;

/** Three files that follow one another, of which somebody else deleted the middle one. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'missing-'));
  volume = join(folder, 'footage');
  mkdirSync(join(volume, streamId), { recursive: true });
  stores = openEdgeStores(folder);
  const clip = await readClip(await testMedia('h264-sub'));
  [paths, ends, told, isHere, isBehind] = [[], [], [], true, () => false];
  let at = startUtcMs;
  for (let n = 0; n < 3; n++) {
    const { endUtcMs, path } = await writeSegment({ store: stores.store, volume, streamId, startUtcMs: at, clip });
    paths.push(path);
    at = Math.round(endUtcMs);
    ends.push(at);
  }
  renameSync(join(volume, paths[1]!), join(folder, 'elsewhere.mp4'));
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const missing = (nowUtcMs = ends[2]! + 60_000) =>
  new MissingFootage({
    stores,
    volume,
    isHere: () => Promise.resolve(isHere),
    isBehind: (path) => isBehind(path),
    notices: { notify: (notice) => told.push(notice) },
    log: pino({ level: 'silent' }),
    nowUtcMs: () => nowUtcMs,
  });

const gaps = () =>
  readCoverage(stores, { streamId, fromUtcMs: startUtcMs, toUtcMs: ends[2]!, nowUtcMs: ends[2]! + 60_000 }).gaps;
const theHole = () => ({ fromUtcMs: ends[0], toUtcMs: ends[1], cause: 'footage_missing' });

test('a file that somebody else deleted is recorded no more once it is looked for, its time says why, and it is named', async () => {
  expect(gaps()).toEqual([]);
  await missing().look();
  expect(gaps()).toEqual([{ ...theHole(), open: false }]);
  expect(told).toEqual([{ code: 'footage_missing', subject: streamId, detail: join(volume, paths[1]!) }]);
  expect(stores.segments.oldestClosed(streamId, -1).map(({ path }) => path)).toEqual([paths[0], paths[2]]);
  await missing().look();
  expect(told).toHaveLength(1);
});

test('every file is looked for by itself twice a day, however often the core is started', async () => {
  const hourMs = 3_600_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  /** A core that was started so long after the first one looked. */
  const runAt = async (afterMs: number, lookedAfterMs: number): Promise<void> => {
    const core = missing(ends[2]! + afterMs);
    core.start();
    vi.advanceTimersByTime(600_000);
    const looked = String(Math.round(ends[2]! + lookedAfterMs));
    await vi.waitFor(() => expect(stores.meta.get('footageLookedForUtcMs')).toBe(looked));
    await core.stop();
  };
  try {
    await runAt(0, 0);
    expect(told).toHaveLength(1);
    renameSync(join(volume, paths[0]!), join(folder, 'elsewhere-too.mp4'));
    await runAt(11 * hourMs, 0);
    expect(told).toHaveLength(1);
    await runAt(12 * hourMs, 12 * hourMs);
    expect(told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('nothing is missing while the disk is away, or while the store could not yet forget what was deleted', async () => {
  isHere = false;
  await missing().look();
  [isHere, isBehind] = [true, () => true];
  await missing().look();
  expect([gaps(), told]).toEqual([[], []]);
});

test('what the core lets go of itself is not told as missing, also by whoever looks between the file and its row', async () => {
  const [segment] = stores.segments.oldestClosed(streamId, 1);
  const retention: Retention = new Retention({
    volume,
    segments: () => [
      { ...segment!, cameraId: streamId, endUtcMs: segment!.endUtcMs!, isProtected: false, isSmart: false },
    ],
    policies: () => new Map([[streamId, { retentionDays: 1, retentionBytes: null }]]),
    nowUtcMs: () => startUtcMs + 2 * 86_400_000,
    floorBytes: () => 0,
    // Asked between the file and its row.
    isHere: async () => {
      if (!existsSync(join(volume, paths[0]!))) await missing().check(paths[0]!);
      return true;
    },
    removed: ({ path }) => stores.segments.remove(path),
    failed: (_path, error) => {
      throw error;
    },
  });
  isBehind = (path) => retention.isDeleting(path);
  await retention.run();
  expect(existsSync(join(volume, paths[0]!))).toBe(false);
  expect([told, gaps()]).toEqual([[], []]);
  expect(retention.isDeleting(paths[0]!)).toBe(false);
});

test('whoever plays its time is told at once that it is missing, and the core hears of it', async () => {
  const heard: string[] = [];
  const segments = new SegmentCache(volume);
  const source = {
    catalog: storeCatalog(stores.store),
    segments,
    nowUtcMs: () => ends[2]! + 60_000,
    onMissing: (path: string) => heard.push(path),
  };
  const seen: unknown[] = [];
  for await (const step of walkFootage(source, { streamId, fromUtcMs: startUtcMs, toUtcMs: ends[2]! })) {
    seen.push(step.type === 'run' ? 'run' : { fromUtcMs: step.fromUtcMs, toUtcMs: step.toUtcMs, cause: step.cause });
  }
  await segments.close();
  expect(seen).toEqual(['run', expect.objectContaining({ cause: 'footage_missing' }), 'run']);
  expect(heard).toEqual([paths[1]]);
  await missing().check(heard[0]!);
  expect(gaps()).toEqual([{ ...theHole(), open: false }]);
  expect(told).toMatchObject([{ code: 'footage_missing' }]);
});
