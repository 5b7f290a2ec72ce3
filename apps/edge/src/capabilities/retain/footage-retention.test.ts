import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { pruneLedger, startFootageRetention } from './footage-retention.ts';
import { TrustedTime } from '../keep-time/trusted-time.ts';
import { retainedSegments } from './retained-segments.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';

const dayMs = 86_400_000;
const nowUtcMs = 1_800_000_000_000;
let folder: string;
let volume: string;
let stores: EdgeStores;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retention-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  stores = openEdgeStores(folder);
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

function want(cameraId: string, streamId: string, change: { revision: number; isGone?: boolean }): void {
  const desired = cameraConfig({ id: cameraId, stream: { id: streamId } });
  stores.desired.apply(
    {
      sequence: change.revision,
      entity: 'camera',
      entityId: cameraId,
      revision: change.revision,
      desired: change.isGone ? null : desired,
    },
    nowUtcMs,
  );
}

function footage(streamId: string, ageDays: number): string {
  const startUtcMs = Math.round(nowUtcMs - ageDays * dayMs);
  const path = `${streamId}/${String(ageDays)}.mp4`;
  mkdirSync(dirname(join(volume, path)), { recursive: true });
  writeFileSync(join(volume, path), 'x');
  stores.segments.put(testSegment({ streamId, path, startUtcMs, endUtcMs: startUtcMs + 60_000 }));
  return join(volume, path);
}

const clock = { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 };

test('deletes what is older than the days of its camera and nothing else, also after the camera was deleted', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  want(cameraId, streamId, { revision: 2, isGone: true });
  const [old, kept] = [footage(streamId, 8), footage(streamId, 6)];
  const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
  retention.confirmTime(nowUtcMs);
  await vi.waitFor(() => expect(existsSync(old)).toBe(false));
  await retention.stop();
  expect(existsSync(kept)).toBe(true);
  expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(1);
});

test('keeps footage as long as is wanted of its camera now, whatever was wanted when it lost its other stream', async () => {
  const [cameraId, main, sub] = [uuidv7(), uuidv7(), uuidv7()];
  const { streams, ...plain } = cameraConfig({ id: cameraId, stream: { id: main } });
  const both = [...streams, { ...streams[0]!, id: sub, kind: 'sub' as const }];
  const apply = (revision: number, change: Partial<typeof plain> & { streams: typeof streams }): unknown =>
    stores.desired.apply(
      { sequence: revision, entity: 'camera', entityId: cameraId, revision, desired: { ...plain, ...change } },
      nowUtcMs,
    );
  apply(1, { streams: both });
  apply(2, { streams });
  // As an older core kept it.
  const asBefore = stores.store.prepare('update streams set retention_days = 7 where id = ?');
  apply(3, { streams, retentionDays: 60 });
  expect(stores.cameras.streams().map(({ retentionDays }) => retentionDays)).toEqual([60, 60]);
  asBefore.run(sub);
  const files = [footage(main, 8), footage(sub, 8), footage(main, 61)];
  const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
  retention.confirmTime(nowUtcMs);
  await retention.stop();
  expect(files.map((path) => existsSync(path))).toEqual([true, true, false]);
});

test('waits a month for word of whose footage it found, and for how long that is to be kept, before it lets any go for its age', async () => {
  const lost = uuidv7();
  const found = footage(lost, 100);
  const pass = async (adoptedDaysAgo: number): Promise<boolean> => {
    stores.store.prepare('delete from streams').run();
    stores.cameras.adoptStream(lost, { retentionDays: 30, nowUtcMs: nowUtcMs - adoptedDaysAgo * dayMs });
    const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
    retention.confirmTime(nowUtcMs);
    await retention.stop();
    return existsSync(found);
  };
  expect([await pass(0), await pass(29), await pass(31)]).toEqual([true, true, false]);
});

test('deletes what was set aside as unreadable with the days and the room of its camera, and counts it as held', async () => {
  const [cameraId, streamId, unknown] = [uuidv7(), uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  const asideOf = (stream: string, ageDays: number): string => {
    const path = join(volume, 'damaged', stream, `${String(nowUtcMs - ageDays * dayMs)}.mp4`);
    mkdirSync(dirname(path), { recursive: true });
    for (const file of [path, path.replace(/mp4$/, 'idx')]) writeFileSync(file, 'x'.repeat(10));
    return path;
  };
  const files = [asideOf(streamId, 8), asideOf(streamId, 6), asideOf(unknown, 31), asideOf(unknown, 29)];
  const pass = async (): Promise<boolean[]> => {
    const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
    retention.confirmTime(nowUtcMs);
    await retention.stop();
    return files.map((path) => existsSync(path));
  };
  expect(await pass()).toEqual([false, true, false, true]);
  expect(existsSync(files[0]!.replace(/mp4$/, 'idx'))).toBe(false);
  stores.store.prepare('update streams set retention_bytes = 10').run();
  const kept = footage(streamId, 5);
  expect(await pass()).toEqual([false, false, false, true]);
  expect(existsSync(kept)).toBe(true);
});

test('forgets gaps from before the kept footage, and a deleted camera without footage', () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  const gap = { streamId, cause: 'camera_stalled' as const, isOpen: false };
  stores.gaps.put({ ...gap, startUtcMs: nowUtcMs - 9 * dayMs, endUtcMs: nowUtcMs - 9 * dayMs + 5 });
  stores.gaps.put({ ...gap, startUtcMs: nowUtcMs - 2 * dayMs, endUtcMs: nowUtcMs - 2 * dayMs + 5 });
  pruneLedger(stores, nowUtcMs, volume);
  expect(stores.gaps.overlapping(streamId, 0, nowUtcMs)).toHaveLength(1);
  expect(stores.cameras.streams()).toHaveLength(1);
  want(cameraId, streamId, { revision: 2, isGone: true });
  pruneLedger(stores, nowUtcMs, volume);
  expect(stores.cameras.streams()).toEqual([]);
});

test('a disk that others fill costs little footage at a time, and is told with what takes the room and that the last days are touched', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  for (let minute = 300; minute > 0; minute--) footage(streamId, minute / 1_440);
  stores.store.prepare('update segments set bytes = 400000000').run();
  const retention = startFootageRetention({
    stores,
    volume,
    clock,
    freeBytes: () => Promise.resolve(0),
    log: pino({ level: 'silent' }),
  });
  const told = () => stores.outbox.after(0, 100).map(({ body }) => body);
  await vi.waitFor(
    () => expect(told()).toContainEqual(expect.objectContaining({ kind: 'coreNotice', code: 'disk_room_taken' })),
    { timeout: 30_000 },
  );
  await retention.stop();
  expect(told()).toContainEqual(
    expect.objectContaining({
      kind: 'coreNotice',
      code: 'footage_below_least',
      detail: expect.stringContaining(cameraId),
    }),
  );
  // As much as this camera writes in two minutes, and not the gibibyte or more that is missing.
  expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(298);
  // Nobody would look for the reason before the oldest footage: the time says it by itself, and goes on doing so.
  const gone = { streamId, startUtcMs: nowUtcMs - 300 * 60_000, endUtcMs: nowUtcMs - 298 * 60_000 };
  const named = () => stores.gaps.overlapping(streamId, 0, nowUtcMs);
  expect(named()).toEqual([expect.objectContaining({ ...gone, cause: 'footage_below_least', isOpen: 0 })]);
  pruneLedger(stores, nowUtcMs, volume);
  expect(named()).toHaveLength(1);
});

test('keeps a camera to its bytes, counting more files than one pass looks at', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  stores.store.prepare('update streams set retention_bytes = 590').run();
  stores.store.transaction(() => {
    for (let minute = 1; minute <= 600; minute++) footage(streamId, minute / 1_440);
  })();
  const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
  await vi.waitFor(() => expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(590));
  await retention.stop();
  expect(stores.segments.oldestStart(streamId)).toBe(Math.round(nowUtcMs - (590 / 1_440) * dayMs));
});

test('a core that starts with a clock ten years ahead deletes nothing before the server says what time it is, and then only what is old', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  const [old, kept] = [footage(streamId, 8), footage(streamId, 2)];
  const ahead = { nowUtcMs: () => nowUtcMs + 3650 * dayMs, monotonicMs: () => 0 };
  const retention = startFootageRetention({ stores, volume, clock: ahead, log: pino({ level: 'silent' }) });
  await vi.waitFor(() => expect(stores.meta.get('trustedTime')).not.toBeNull());
  await retention.stop();
  expect([old, kept].map((path) => existsSync(path))).toEqual([true, true]);
  retention.confirmTime(nowUtcMs);
  await retention.stop();
  expect([old, kept].map((path) => existsSync(path))).toEqual([false, true]);
});

test('what a clock without a battery dated to 1970 is kept for its days, also after the next start, and does not hide what is old', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  const yearsDays = nowUtcMs / dayMs;
  stores.meta.set('trustedTime', JSON.stringify({ utcMs: nowUtcMs - dayMs, misdated: [] }));
  let wallMs = 5_000;
  const first = startFootageRetention({
    stores,
    volume,
    clock: { nowUtcMs: () => wallMs, monotonicMs: () => wallMs },
    log: pino({ level: 'silent' }),
  });
  first.confirmTime(nowUtcMs);
  const young = footage(streamId, yearsDays - 100_000 / dayMs);
  const old = footage(streamId, 8);
  wallMs = 170_000;
  await first.stop();
  const passed = startFootageRetention({
    stores,
    volume,
    clock: { nowUtcMs: () => wallMs, monotonicMs: () => wallMs },
    log: pino({ level: 'silent' }),
  });
  await vi.waitFor(() => expect(stores.meta.get('trustedTime')).toContain('"untilUtcMs":170000'));
  await passed.stop();
  expect([young, old].map((path) => existsSync(path))).toEqual([true, true]);
  const corrected = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
  corrected.confirmTime(nowUtcMs);
  await vi.waitFor(() => expect(existsSync(old)).toBe(false));
  await corrected.stop();
  expect(existsSync(young)).toBe(true);
});

test('of a core whose server goes by another time one pass still looks at a bounded number of files, and finds the oldest', () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  stores.store.transaction(() => {
    for (let minute = 0; minute < 1_200; minute++)
      stores.segments.put(
        testSegment({
          streamId,
          path: `${streamId}/${String(minute)}.mp4`,
          startUtcMs: nowUtcMs + minute * 60_000,
          endUtcMs: nowUtcMs + (minute + 1) * 60_000,
        }),
      );
  })();
  let passedMs = 0;
  const time = new TrustedTime({
    wallMs: () => nowUtcMs + passedMs,
    monotonicMs: () => passedMs,
    memory: null,
    newestFootageUtcMs: null,
  });
  time.confirm(nowUtcMs + 120_000);
  passedMs = 1_200 * 60_000;
  time.look();
  const looked = retainedSegments(stores, time);
  expect(looked.length).toBeLessThan(600);
  expect(looked[0]).toMatchObject({ startUtcMs: nowUtcMs, writtenUtcMs: nowUtcMs + 60_000 + 120_000 });
});

test('what a clock that was ahead dated to the future grows old from the first file after it on, and goes before what is new', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1 });
  const goneAt = [footage(streamId, -365), footage(streamId, -364)];
  footage(streamId, 8);
  const kept = footage(streamId, 6);
  const alone = uuidv7();
  want(uuidv7(), alone, { revision: 1 });
  const newest = footage(alone, -365);
  const retention = startFootageRetention({ stores, volume, clock, log: pino({ level: 'silent' }) });
  retention.confirmTime(nowUtcMs);
  await vi.waitFor(() => expect(goneAt.map((path) => existsSync(path))).toEqual([false, false]));
  await retention.stop();
  expect([kept, newest].map((path) => existsSync(path))).toEqual([true, true]);
});
