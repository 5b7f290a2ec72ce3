import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFragmentIndex } from '@sightline/media/fragment-index/fragment-record';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readClip, writeSegment } from '../../../testing/play/test-footage.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { walkFootage } from '../footage/footage-walk.ts';
import { SegmentCache } from '../footage/segment-cache.ts';
import { indexPath } from '../footage/segment-path.ts';
import { storeCatalog } from '../footage/store-catalog.ts';
import { readCoverage } from '../record/read-coverage.ts';
import { MissingFootage } from './missing-footage.ts';

const startUtcMs = 1_800_000_000_000;
const streamId = uuidv7();
let folder: string;
let volume: string;
let stores: EdgeStores;
let paths: string[];
let ends: number[];
let told: { code: string }[];
let isHere: boolean;

/** Two files that follow one another. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hurt-'));
  volume = join(folder, 'footage');
  mkdirSync(join(volume, streamId), { recursive: true });
  stores = openEdgeStores(folder);
  const clip = await readClip(await testMedia('h264-sub'));
  [paths, ends, told, isHere] = [[], [], [], true];
  for (let n = 0; n < 2; n++) {
    const at = ends.at(-1) ?? startUtcMs;
    const { endUtcMs, path } = await writeSegment({ store: stores.store, volume, streamId, startUtcMs: at, clip });
    paths.push(path);
    ends.push(Math.round(endUtcMs));
  }
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const nowUtcMs = (): number => ends[1]! + 60_000;
const missing = () =>
  new MissingFootage({
    stores,
    volume,
    isHere: () => Promise.resolve(isHere),
    isBehind: () => false,
    notices: { notify: (notice) => told.push(notice) },
    log: pino({ level: 'silent' }),
    nowUtcMs,
  });
const file = (n: number): string => join(volume, paths[n]!);
const index = (n: number): string => join(volume, indexPath(paths[n]!));
const gaps = () =>
  readCoverage(stores, { streamId, fromUtcMs: startUtcMs, toUtcMs: ends[1]!, nowUtcMs: nowUtcMs() }).gaps;

/** What somebody sees who plays all of it, and which files were found to be not whole. */
async function play(): Promise<{ seen: unknown[]; heard: string[] }> {
  const [seen, heard]: [unknown[], string[]] = [[], []];
  const segments = new SegmentCache(volume);
  const source = {
    catalog: storeCatalog(stores.store),
    segments,
    nowUtcMs,
    onMissing: (path: string) => heard.push(path),
  };
  for await (const step of walkFootage(source, { streamId, fromUtcMs: startUtcMs, toUtcMs: ends[1]! }))
    seen.push(step.type === 'run' ? step.records.length : step.cause);
  await segments.close();
  return { seen, heard };
}

const fragments = () => decodeFragmentIndex(new Uint8Array(readFileSync(index(0))));

test('a file whose index somebody deleted plays all the same, and has its index again once it is looked for', async () => {
  const whole = await play();
  const before = readFileSync(index(0));
  rmSync(index(0));
  expect(await play()).toEqual({ seen: whole.seen, heard: [paths[0]] });
  await missing().look();
  expect(readFileSync(index(0)).length).toBe(before.length);
  expect([gaps(), told]).toEqual([[], []]);
  expect(await play()).toEqual(whole);
});

test('what somebody cut off a file is lost footage and says so, whoever finds it first', async () => {
  const whole = await play();
  const [, second] = fragments();
  truncateSync(file(0), second!.offset);
  const { seen, heard } = await play();
  expect(seen).toEqual([expect.any(Number), 'footage_damaged', whole.seen[1]]);
  expect(seen[0]).toBeLessThan(whole.seen[0] as number);
  expect(heard).toEqual([paths[0]]);
  await missing().look();
  const [gap, ...others] = gaps();
  expect(gap).toMatchObject({ cause: 'footage_damaged', toUtcMs: ends[0], open: false });
  expect(gap!.fromUtcMs).toBeLessThan(ends[0]!);
  expect(others).toEqual([]);
  expect(told).toMatchObject([{ code: 'footage_damaged' }]);
  expect(stores.segments.of(paths[0]!)).toMatchObject({ endUtcMs: gap!.fromUtcMs, bytes: statSync(file(0)).size });
  expect((await play()).seen).toEqual(seen);
  await missing().look();
  expect(told).toHaveLength(1);
});

test('a file of which nothing is left that can be read is put aside, and its time says so', async () => {
  truncateSync(file(0), 100);
  await missing().look();
  expect(gaps()).toEqual([{ fromUtcMs: startUtcMs, toUtcMs: ends[0], cause: 'footage_damaged', open: false }]);
  expect(told.map(({ code }) => code)).toEqual(['footage_set_aside']);
  expect(stores.segments.of(paths[0]!)).toBeNull();
});

test('a file is not touched that is whole, or on a disk that is away', async () => {
  const before = [statSync(file(1)).mtimeMs, statSync(index(1)).mtimeMs];
  rmSync(index(0));
  isHere = false;
  await missing().look();
  expect([gaps(), told]).toEqual([[], []]);
  expect(() => statSync(index(0))).toThrow('ENOENT');
  isHere = true;
  await missing().look();
  expect([statSync(file(1)).mtimeMs, statSync(index(1)).mtimeMs]).toEqual(before);
});
