import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { ClockCopy, readClockCopy } from '../../platform/store/clock-copy.ts';
import { ClockSpans } from '../../platform/store/clock-spans.ts';
import { GapCopy } from '../../platform/store/gap-copy.ts';
import { type EdgeStores, openEdgeStores, storePath } from '../../platform/store/edge-stores.ts';
import { segmentPath } from '../footage/segment-path.ts';
import { readCoverage } from '../record/read-coverage.ts';
import { misfiledSegments, moveGaps, unfoundFiles } from '../refile/refile-rows.ts';
import { adoptLostFootage } from './lost-footage.ts';
import { isStoreAnew, takeUpUncertain } from './uncertain-times.ts';

const now = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
const minuteMs = 60_000;
const log = pino({ level: 'silent' });
const streamId = uuidv7();
const machine = { id: 'first', upSinceUtcMs: now - dayMs };
let folder: string;
let volume: string;
let stores: EdgeStores;
let spans: ClockSpans;
let copy: ClockCopy;
let gapCopy: GapCopy;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uncertain-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  begin();
  stores.cameras.adoptStream(streamId, { retentionDays: 30, nowUtcMs: now });
});

afterEach(async () => {
  await Promise.all([copy.stop(), gapCopy.stop()]);
  stores.store.close();
  rmSync(folder, { recursive: true });
});

function begin(): void {
  stores = openEdgeStores(folder);
  const disk = { volume, isHere: () => Promise.resolve(true), log, flushMs: 1 };
  copy = new ClockCopy(disk);
  gapCopy = new GapCopy(disk);
  stores.gaps.copyTo(gapCopy);
  spans = new ClockSpans(stores.store);
  stores.segments.copyTo(copy);
  spans.copyTo(copy);
}

/** A file of a minute, on the disk and in the store. */
function record(startUtcMs: number): void {
  const path = segmentPath(streamId, startUtcMs);
  mkdirSync(dirname(join(volume, path)), { recursive: true });
  writeFileSync(join(volume, path), 'x');
  find(startUtcMs);
}

const find = (startUtcMs: number): void =>
  stores.segments.put(
    testSegment({ streamId, path: segmentPath(streamId, startUtcMs), startUtcMs, endUtcMs: startUtcMs + minuteMs }),
  );

/** The store is gone, and a new one begins with what lies on the disk, as a core does that starts. */
async function loseStore(isOtherMachine = false): Promise<void> {
  await Promise.all([copy.stop(), gapCopy.stop()]);
  stores.store.close();
  for (const end of ['', '-wal', '-shm']) rmSync(storePath(folder) + end, { force: true });
  begin();
  comeUp(isOtherMachine);
}

function comeUp(isOtherMachine = false): void {
  const isAnew = isStoreAnew(stores, volume);
  adoptLostFootage({ stores, volume, nowUtcMs: now, log });
  takeUpUncertain({ stores, volume, copy, isAnew, isOtherMachine });
}

const uncertain = (): number[] =>
  readCoverage(
    { segments: stores.segments, gaps: stores.gaps },
    { streamId, fromUtcMs: now - 9 * dayMs, toUtcMs: now + 9 * dayMs, nowUtcMs: now + 9 * dayMs },
  ).uncertain.map(({ fromUtcMs }) => fromUtcMs);

test('footage that is not certain stays so in a store that is made anew of its files, until it is known', async () => {
  record(now - 20 * minuteMs);
  spans.begin(now, machine);
  record(now);
  record(now + minuteMs);
  expect(uncertain()).toEqual([now]);
  await loseStore();
  for (const at of [now - 20 * minuteMs, now]) find(at);
  expect(spans.begin(now + 5 * minuteMs, machine)).toBeNull();
  find(now + minuteMs);
  // The span goes on, and the older file is none of it.
  record(now + 5 * minuteMs);
  expect(uncertain()).toEqual([now, now + 5 * minuteMs]);
  const [wrong] = spans.resolve(now + 6 * minuteMs, -3 * dayMs, minuteMs);
  expect(misfiledSegments(stores, wrong!).map(({ startUtcMs }) => startUtcMs)).toEqual([
    now,
    now + minuteMs,
    now + 5 * minuteMs,
  ]);
});

test('of a clock that stood still over a restart footage is uncertain for good, also where the store was lost with it', async () => {
  spans.begin(now, machine);
  record(now);
  await loseStore();
  expect(spans.begin(now - 2 * dayMs, { id: 'second', upSinceUtcMs: now - 2 * dayMs })).toMatchObject({
    fromUtcMs: now,
  });
  find(now);
  expect(spans.resolve(now, 0, minuteMs)).toEqual([]);
  record(now + 10 * minuteMs);
  expect(uncertain()).toEqual([now]);
  await loseStore();
  for (const at of [now, now + 10 * minuteMs]) find(at);
  expect(uncertain()).toEqual([now]);
});

test('what is to be filed anew is still to be when the store was lost meanwhile, and waits for files that are not found yet', async () => {
  spans.begin(now, machine);
  record(now);
  record(now + minuteMs);
  spans.resolve(now + 2 * minuteMs, -3 * dayMs, minuteMs);
  await loseStore();
  const [wrong] = spans.wrong();
  expect(wrong).toMatchObject({ fromUtcMs: now, untilUtcMs: now + 2 * minuteMs, byMs: -3 * dayMs });
  find(now);
  expect(misfiledSegments(stores, wrong!)).toHaveLength(1);
  expect(unfoundFiles(stores, wrong!)).toEqual([segmentPath(streamId, now + minuteMs)]);
  find(now + minuteMs);
  expect(misfiledSegments(stores, wrong!)).toHaveLength(2);
  expect(unfoundFiles(stores, wrong!)).toEqual([]);
});

test('gaps of that time are put right with its footage, also where the store was lost, and no others', async () => {
  const gap = (startUtcMs: number) =>
    stores.gaps.put({ streamId, startUtcMs, endUtcMs: startUtcMs + 1_000, cause: 'edge_down', isOpen: false });
  gap(now - 20 * minuteMs);
  spans.begin(now - 10 * minuteMs, machine);
  gap(now - 9 * minuteMs);
  spans.resolve(now - 8 * minuteMs, 0, minuteMs);
  spans.begin(now, machine);
  record(now);
  gap(now + 61_000);
  await loseStore();
  find(now);
  spans.begin(now + 2 * minuteMs, machine);
  const [wrong] = spans.resolve(now + 3 * minuteMs, -3 * dayMs, minuteMs);
  moveGaps(stores, wrong!, now);
  expect(stores.gaps.overlapping(streamId, 0, 1e15).map(({ startUtcMs }) => startUtcMs - now)).toEqual([
    61_000 - 3 * dayMs,
    -20 * minuteMs,
    -9 * minuteMs,
  ]);
  await loseStore();
  expect(stores.gaps.overlapping(streamId, 0, 1e15)).toHaveLength(3);
});

test('what turned out to be right is certain, also after the store was lost, or ended before that was written down', async () => {
  spans.begin(now, machine);
  record(now);
  await copy.stop();
  const kept = readClockCopy(volume);
  expect(kept).toHaveLength(1);
  spans.resolve(now + minuteMs, 0, minuteMs);
  await loseStore();
  find(now);
  expect([uncertain(), readClockCopy(volume)]).toEqual([[], []]);
  // It ended between the two.
  copy.note(kept[0]!.number, { what: 'file', path: segmentPath(streamId, now), startUtcMs: now });
  await copy.stop();
  comeUp();
  await copy.stop();
  expect([uncertain(), readClockCopy(volume)]).toEqual([[], []]);
});

test('footage of another machine stays uncertain, whatever this one knows of its own clock', async () => {
  spans.begin(now, machine);
  record(now);
  await loseStore(true);
  find(now);
  spans.begin(now + minuteMs, { id: 'second', upSinceUtcMs: now + minuteMs });
  expect(spans.resolve(now + 2 * minuteMs, -3 * dayMs, minuteMs)).toMatchObject([{ fromUtcMs: now + minuteMs }]);
  expect(uncertain()).toEqual([now]);
});

test('what is forgotten while the disk is away leaves nothing on it', async () => {
  let isMounted = false;
  let asked = 0;
  const isHere = (): Promise<boolean> => {
    asked++;
    return Promise.resolve(isMounted);
  };
  const away = new ClockCopy({ volume, isHere, log, flushMs: 1 });
  const line = { what: 'file' as const, path: segmentPath(streamId, now), startUtcMs: now };
  away.note(7, line);
  away.note(8, line);
  await expect.poll(() => asked).toBeGreaterThan(1);
  away.forget(7);
  isMounted = true;
  await away.stop();
  expect(readClockCopy(volume).map(({ number }) => number)).toEqual([8]);
});

test('lines of a copy that cannot be read are left out', () => {
  mkdirSync(join(volume, 'clocks'));
  const file = { what: 'file', path: segmentPath(streamId, now), startUtcMs: now };
  writeFileSync(join(volume, 'clocks', '7.jsonl'), `\n{"what":"beg\n${JSON.stringify(file)}\nx`);
  writeFileSync(join(volume, 'clocks', 'x.txt'), '');
  expect(readClockCopy(volume)).toEqual([
    { number: 7, began: null, over: null, files: new Map([[file.path, { startUtcMs: now, isLate: false }]]) },
  ]);
});
