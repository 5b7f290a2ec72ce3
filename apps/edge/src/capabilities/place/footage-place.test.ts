import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SegmentCache } from '../footage/segment-cache.ts';
import { readMark, writeMark } from '../../platform/footage-mark.ts';
import { readConfig } from '../../app/config.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { FootagePlace } from './footage-place.ts';
import { startFootageRetention } from '../retain/footage-retention.ts';
import { overviewCommand } from '../retain/storage-commands.ts';

const log = pino({ level: 'silent' });
const streamId = uuidv7();
const startUtcMs = Date.UTC(2026, 5, 1, 12);
let folder: string;
let data: string;
/** Where the disk is mounted. */
let disk: string;
let stores: EdgeStores;
let place: FootagePlace | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footage-place-'));
  data = join(folder, 'data');
  disk = join(folder, 'disk');
  mkdirSync(disk);
  stores = openEdgeStores(data);
});

afterEach(() => {
  place?.stop();
  stores.store.close();
  rmSync(folder, { recursive: true });
});

function open(...more: string[]): FootagePlace {
  place?.stop();
  const config = readConfig(['--data', data, '--server', 'http://127.0.0.1:9', '--footage', disk, ...more]);
  place = new FootagePlace({ stores, config, log, lookMs: 20 });
  return place;
}

function record(minute: number, where = disk): string {
  const atUtcMs = startUtcMs + minute * 60_000;
  const path = `${streamId}/2026-06-01/12/${String(atUtcMs)}.mp4`;
  mkdirSync(dirname(join(where, path)), { recursive: true });
  writeFileSync(join(where, path), 'footage');
  stores.segments.put(testSegment({ streamId, path, startUtcMs: atUtcMs, endUtcMs: atUtcMs + 60_000, bytes: 7 }));
  return path;
}

/** Without its disk the folder is there, and empty. */
function pull(): void {
  renameSync(disk, `${disk}.pulled`);
  mkdirSync(disk);
}

function plug(): void {
  rmSync(disk, { recursive: true });
  renameSync(`${disk}.pulled`, disk);
}

const rows = (): number => stores.segments.oldestClosed(streamId, -1).length;

test('marks the disk at the first use, also one with footage from before there were marks, and knows it again', async () => {
  record(0);
  const { mark } = open();
  expect(readMark(disk)).toBe(mark);
  expect(await place!.isHere()).toBe(true);
  expect(open().mark).toBe(mark);
});

test('a start without the disk writes nothing, forgets nothing, and goes on by itself when it is mounted', async () => {
  record(0);
  const { mark } = open();
  pull();
  const away = open();
  expect(away.isAway).toBe(true);
  expect(away.mark).toBe(mark);
  expect(await away.isHere()).toBe(false);
  // Retention would take footage of this age, and the room of this folder is that of another disk.
  stores.cameras.adoptStream(streamId, { retentionDays: 1, nowUtcMs: startUtcMs });
  const clock = { nowUtcMs: Date.now, monotonicMs: () => 0 };
  const retention = startFootageRetention({ stores, volume: disk, isHere: away.isHere, clock, log });
  retention.confirmTime(Date.now());
  await retention.stop();
  expect(rows()).toBe(1);
  await expect(
    overviewCommand({ ...stores, volume: disk, isHere: away.isHere, nowUtcMs: Date.now }),
  ).rejects.toMatchObject({ code: 'footage_disk_away' });
  const [row] = stores.segments.oldestClosed(streamId, 1);
  await expect(new SegmentCache(disk, 1, () => mark).acquire(row!)).rejects.toMatchObject({
    code: 'footage_disk_away',
  });
  expect(readdirSync(disk)).toEqual([]);
  const taken = vi.fn<() => void>();
  away.wait(taken);
  plug();
  await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce());
  expect(await away.isHere()).toBe(true);
  expect(open().mark).toBe(mark);
});

test('a folder that went with its disk is waited for; one that never was is refused', () => {
  open();
  rmSync(disk, { recursive: true });
  expect(open().isAway).toBe(true);
  expect(existsSync(disk)).toBe(false);
  disk = join(folder, 'never');
  expect(() => open()).toThrow(expect.objectContaining({ code: 'data_folder_unwritable' }));
});

test('the data folder of a core that is replaced is found again although only its mount point is there', () => {
  mkdirSync(join(disk, 'footage'));
  writeMark(join(disk, 'footage'), 'before');
  expect(open()).toMatchObject({ volume: join(disk, 'footage'), adoptFrom: disk, mark: 'before', isAway: false });
  pull();
  expect(open()).toMatchObject({ volume: join(disk, 'footage'), adoptFrom: disk, mark: 'before', isAway: true });
});

test('begins anew on another disk only when somebody says so, once, and says what became of the footage', () => {
  const gone = [record(0), record(1)];
  const { mark } = open();
  pull();
  const kept = record(2);
  expect(open().isAway).toBe(true);
  writeFileSync(join(data, 'footage.anew'), '');
  expect(open().isAway).toBe(false);
  expect(place!.mark).not.toBe(mark);
  expect(readMark(disk)).toBe(place!.mark);
  expect(stores.segments.oldestClosed(streamId, -1).map(({ path }) => path)).toEqual([kept]);
  expect(stores.gaps.overlapping(streamId, 0, 9e15)).toMatchObject([
    { startUtcMs, endUtcMs: startUtcMs + gone.length * 60_000, cause: 'footage_disk_away', isOpen: 0 },
  ]);
  rmSync(disk, { recursive: true });
  mkdirSync(disk);
  expect(open().isAway).toBe(true);
});

test('the disk of before is read anew when somebody takes it again', () => {
  const { mark } = open();
  record(0);
  pull();
  writeFileSync(join(data, 'footage.anew'), '');
  open();
  plug();
  expect(open().isAway).toBe(true);
  writeFileSync(join(data, 'footage.anew'), '');
  expect(open()).toMatchObject({ mark, isAway: false, isUnread: true });
});
