import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { lockDataFolder } from '../../platform/data-folder-lock.ts';
import { makeLog } from '../../platform/log/log.ts';
import { capabilities } from '../../app/capabilities.ts';
import { adoptLedger, lockAdopted } from './adopt-ledger.ts';
import { settleAdopted } from './adopted-records.ts';
import { openEdgeStores, type EdgeStores } from '../../platform/store/edge-stores.ts';
import { startFootageRetention } from '../retain/footage-retention.ts';
import { adoptLostFootage } from './lost-footage.ts';
import { noteUnread, unreadStreams } from './unread-streams.ts';

const startUtcMs = Date.UTC(2026, 5, 1, 12);
const streamId = uuidv7();
let said = '';
const log = makeLog('test', { write: (line) => void (said += line) });
let folder: string;
let before: string;
let volume: string;
let stores: EdgeStores;

const put = (path: string): void => {
  mkdirSync(dirname(join(volume, path)), { recursive: true });
  writeFileSync(join(volume, path), 'footage');
};
const adopt = (): void => adoptLedger({ stores, volume, adoptFrom: before, nowUtcMs: startUtcMs + 10_000, log });
const settle = (edgeId: string): void =>
  settleAdopted({
    stores,
    edgeId,
    adoptFrom: before,
    records: capabilities.declared.records,
    nowUtcMs: startUtcMs + 10_000,
    log,
  });
const pathOf = (second: number): string => `${streamId}/2026-06-01/12/${String(startUtcMs + second * 1000)}.mp4`;

/** The store of a core that recorded one stream until it died. */
function writeStoreBefore(): void {
  const old = openEdgeStores(before);
  old.store
    .prepare(`insert into streams (id, camera_id, kind, retention_days) values (?, 'camera', 'main', 12)`)
    .run(streamId);
  const segment = old.store.prepare(
    `insert into segments (stream_id, path, start_utc_ms, end_utc_ms, known_end_utc_ms, bytes, video_codec, codec_string, width, height, is_protected)
     values (?, ?, ?, ?, ?, 7, 'h264', 'avc1', 640, 360, 1)`,
  );
  for (const second of [0, 1, 2]) {
    const atUtcMs = startUtcMs + second * 1000;
    segment.run(streamId, pathOf(second), atUtcMs, atUtcMs + 1000, atUtcMs + 1000);
  }
  old.gaps.put({
    streamId,
    startUtcMs: startUtcMs + 3000,
    endUtcMs: startUtcMs + 4000,
    cause: 'camera_closed',
    isOpen: true,
  });
  old.store.close();
}

beforeEach(() => {
  said = '';
  folder = mkdtempSync(join(tmpdir(), 'adopt-'));
  before = join(folder, 'before');
  volume = join(before, 'footage');
  mkdirSync(volume, { recursive: true });
  stores = openEdgeStores(join(folder, 'new'));
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a core of before without a store, or with a broken one, costs nothing but its ledger', () => {
  adopt();
  writeFileSync(join(before, 'core.sqlite'), 'not a database at all, but long enough to be read as one'.repeat(100));
  adopt();
  expect(said).toContain('could not be read');
  const told = stores.outbox
    .after(0, 10)
    .map(({ body }) => (body.kind === 'coreNotice' ? [body.code, body.detail.includes(before)] : []));
  expect(told).toEqual([
    ['footage_ledger_lost', true],
    ['footage_ledger_lost', true],
  ]);
  expect(stores.cameras.streams()).toEqual([]);
});

test('takes up streams, what has a file, what is protected, and gaps with their causes', () => {
  writeStoreBefore();
  put(pathOf(0));
  put(pathOf(2));
  adopt();
  expect(stores.cameras.streams()).toMatchObject([
    { id: streamId, cameraId: 'camera', retentionDays: 12, removedAtUtcMs: startUtcMs + 10_000 },
  ]);
  expect(stores.segments.oldestClosed(streamId, 10)).toMatchObject([
    { path: pathOf(0), isProtected: 1 },
    { path: pathOf(2), isProtected: 1 },
  ]);
  expect(stores.gaps.overlapping(streamId, startUtcMs, startUtcMs + 9_000)).toMatchObject([
    { cause: 'camera_closed', isOpen: 0 },
  ]);
});

test('what was found by its files because the ledger could not be read then is as well kept as if it had been, once it can', () => {
  writeStoreBefore();
  for (const second of [0, 1, 2]) put(pathOf(second));
  renameSync(join(before, 'core.sqlite'), join(before, 'away'));
  adopt();
  adoptLostFootage({ stores, volume, nowUtcMs: startUtcMs + 10_000, log });
  const found = {
    streamId,
    videoCodec: 'h264',
    codecString: 'avc1',
    width: 640,
    height: 360,
    audioCodec: null,
    initBytes: 0,
    isRepaired: true,
  } as const;
  stores.segments.put({ ...found, path: pathOf(0), startUtcMs, endUtcMs: startUtcMs + 1_000, bytes: 7 });
  expect(stores.cameras.streams()).toMatchObject([{ id: streamId, cameraId: streamId, retentionDays: 30 }]);
  renameSync(join(before, 'away'), join(before, 'core.sqlite'));
  adopt();
  expect(stores.cameras.streams()).toMatchObject([{ id: streamId, cameraId: 'camera', retentionDays: 12 }]);
  const rows = stores.segments.oldestClosed(streamId, 10).map(({ path, isProtected }) => [path, isProtected]);
  expect(rows).toEqual([0, 1, 2].map((second) => [pathOf(second), 1]));
});

test('takes up when something happened, and which footage was written by a clock that was behind: neither grows old too early', async () => {
  writeStoreBefore();
  for (const second of [0, 1, 2]) put(pathOf(second));
  const yearMs = 365 * 86_400_000;
  const old = openEdgeStores(before);
  old.eventSpans.put('camera', { fromUtcMs: startUtcMs, toUtcMs: startUtcMs + 2_000 });
  const misdated = [{ fromUtcMs: startUtcMs - 1_000, untilUtcMs: startUtcMs + 10_000, byMs: yearMs }];
  old.meta.set('trustedTime', JSON.stringify({ utcMs: startUtcMs + yearMs, misdated }));
  noteUnread(old.meta, [streamId]);
  old.store.close();
  adopt();
  // Nor does this core know what that one had not looked at yet.
  expect(unreadStreams(stores.meta)).toEqual([streamId]);
  expect(stores.eventSpans.overlapping('camera', startUtcMs, startUtcMs + 9_000)).toEqual([
    { fromUtcMs: startUtcMs, toUtcMs: startUtcMs + 2_000 },
  ]);
  // A year has passed by the right clock, and nothing was protected: the footage says that it is far older than its 12 days.
  stores.store.prepare('update segments set is_protected = 0').run();
  const clock = { nowUtcMs: () => startUtcMs + yearMs + 60_000, monotonicMs: () => performance.now() };
  const retention = startFootageRetention({ stores, volume, clock, log });
  retention.confirmTime(startUtcMs + yearMs + 60_000);
  await retention.stop();
  expect(stores.segments.oldestClosed(streamId, 10)).toHaveLength(3);
  // It is remembered as its own from now on.
  expect(JSON.parse(stores.meta.get('trustedTime') ?? '')).toMatchObject({ misdated });
});

test('one damaged folder of the disk does not cost the whole ledger, and nothing in it is taken for gone', () => {
  writeStoreBefore();
  const hour = dirname(join(volume, pathOf(0)));
  mkdirSync(dirname(hour), { recursive: true });
  // Leads to itself: it can be neither read nor said to be missing.
  symlinkSync(hour, hour);
  adopt();
  expect(said).not.toContain('could not be read');
  expect(stores.segments.oldestClosed(streamId, 10).map(({ path }) => path)).toEqual([pathOf(0), pathOf(1), pathOf(2)]);
  expect(stores.gaps.overlapping(streamId, startUtcMs, startUtcMs + 9_000)).toMatchObject([{ cause: 'camera_closed' }]);
});

test('says once that the footage is of another core, when it is known which core this one is', () => {
  writeStoreBefore();
  const told = (): unknown[] => stores.outbox.after(0, 10).map(({ body }) => body);
  settle('of-nobody');
  const old = openEdgeStores(before);
  old.meta.set('edgeId', 'other');
  old.store.close();
  adopt();
  settle('mine');
  settle('mine');
  expect(told()).toEqual([{ kind: 'coreNotice', code: 'footage_of_another_core', detail: 'other' }]);
});

test('sends what the machine could not send any more whose place it takes, and ends what that followed', () => {
  writeStoreBefore();
  const old = openEdgeStores(before);
  old.meta.set('edgeId', 'mine');
  const event = {
    eventId: 'e1',
    cameraId: 'camera',
    phase: 'opened',
    revision: 1,
    lastSeenUtcMs: startUtcMs + 500,
    zones: [],
  } as never;
  const status = { kind: 'streamStatus', streamId } as never;
  for (const body of [status, { kind: 'event' as const, event }, { kind: 'gap', gapId: 'g' } as never])
    old.outbox.append(startUtcMs, body);
  old.openEvents.put({ report: event, updateSequence: null });
  const alert = { kind: 'alertChange', alertId: 'a1', phase: 'opened', sequence: 2, closeReason: null };
  for (const record of [alert, { ...alert, alertId: 'a2', phase: 'closed' }])
    old.alerts.put({ record: record as never, condition: '', metAtUtcMs: startUtcMs });
  old.store.close();
  adopt();
  settle('mine');
  settle('mine');
  // How a stream was says nothing of now.
  expect(
    stores.outbox.after(0, 10).map(({ sequence, atUtcMs, body }) => [sequence, atUtcMs - startUtcMs, body]),
  ).toEqual([
    [1, 0, { kind: 'event', event }],
    [2, 0, { kind: 'gap', gapId: 'g' }],
    [
      3,
      10_000,
      { kind: 'event', event: { ...(event as object), phase: 'closed', revision: 2, endedAtUtcMs: startUtcMs + 500 } },
    ],
    [
      4,
      10_000,
      { ...alert, phase: 'closed', sequence: 3, closeReason: 'coreRestarted', decidedAtUtcMs: startUtcMs + 10_000 },
    ],
  ]);
});

test('tries again when the disk of before is away just then', () => {
  writeStoreBefore();
  const old = openEdgeStores(before);
  old.meta.set('edgeId', 'mine');
  old.outbox.append(startUtcMs, { kind: 'coreNotice', code: 'disk_full', detail: 'waits' });
  old.store.close();
  adopt();
  renameSync(before, join(folder, 'away'));
  settle('mine');
  expect([stores.outbox.depth(), said.includes('cannot be read')]).toEqual([0, true]);
  renameSync(join(folder, 'away'), before);
  settle('mine');
  expect(stores.outbox.depth()).toBe(1);
});

test('does it once: what this core deletes later does not come back', () => {
  writeStoreBefore();
  put(pathOf(0));
  adopt();
  stores.segments.remove(pathOf(0));
  adopt();
  expect(stores.segments.oldestClosed(streamId, 10)).toEqual([]);
});

test('never shares the footage with the core of before while that runs', async () => {
  const lock = await lockDataFolder(before);
  await expect(lockAdopted(before, log)).rejects.toMatchObject({ code: 'data_folder_locked' });
  lock.release();
  (await lockAdopted(before, log))?.release();
});
