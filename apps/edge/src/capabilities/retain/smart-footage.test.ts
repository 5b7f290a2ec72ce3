import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import { defaultCameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MotionIndexWriter } from '../motion/motion-index-writer.ts';
import { readStorageDays } from '../record/read-storage.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { startFootageRetention } from './footage-retention.ts';
import { assessFootage } from './smart-footage.ts';

const dayMs = 86_400_000;
const nowUtcMs = Date.UTC(2026, 10, 20, 12);
const cameraId = uuidv7();
const streamId = uuidv7();
let folder: string;
let volume: string;
let stores: EdgeStores;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'smart-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  stores = openEdgeStores(folder);
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

/** A camera that keeps seven days of everything and thirty of what happened. */
function want(change: {
  revision: number;
  isSmart?: boolean;
  analysis?: Partial<typeof defaultAnalysis>;
  retentionBytes?: number;
}): void {
  const { revision, isSmart = true, analysis = {}, retentionBytes = null } = change;
  const recording = { ...defaultCameraSettings.recording, smartStorage: { isOn: isSmart, retentionDays: 30 } };
  const settings = { ...defaultCameraSettings, recording };
  const desired = cameraConfig({
    id: cameraId,
    stream: { id: streamId },
    settings,
    retentionBytes,
    analysis: { ...defaultAnalysis, ...analysis },
  });
  stores.desired.apply({ sequence: revision, entity: 'camera', entityId: cameraId, revision, desired }, nowUtcMs);
}

/** A minute of footage that began so many days ago. */
function footage(ageDays: number): string {
  const startUtcMs = Math.round(nowUtcMs - ageDays * dayMs);
  const path = `${streamId}/2026-01-01/00/${String(startUtcMs)}.mp4`;
  mkdirSync(dirname(join(volume, path)), { recursive: true });
  writeFileSync(join(volume, path), 'x');
  stores.segments.put(testSegment({ streamId, path, startUtcMs, endUtcMs: startUtcMs + 60_000, bytes: 100 }));
  return path;
}

/** Somebody looked at a minute of footage, every ten seconds of it up to a second; in the upper left corner something moved after half of it, or not. */
async function looked(ageDays: number, { level = 0, untilSecond = 60 } = {}): Promise<void> {
  const writer = new MotionIndexWriter({ volume, onTrouble: (detail) => expect.unreachable(detail) });
  const [quiet, corner] = [new Uint8Array(144), new Uint8Array(144)];
  corner[0] = 255;
  for (let second = 0; second < untilSecond; second += 10)
    writer.note(cameraId, nowUtcMs - ageDays * dayMs + second * 1000, { level: 0, cells: quiet });
  if (level > 0) writer.note(cameraId, nowUtcMs - ageDays * dayMs + 30_000, { level, cells: corner });
  await writer.flush();
}

const motion = (ageDays: number): Promise<void> => looked(ageDays, { level: 21 });

const event = (ageDays: number): void =>
  stores.eventSpans.put(cameraId, {
    fromUtcMs: nowUtcMs - ageDays * dayMs + 10_000,
    toUtcMs: nowUtcMs - ageDays * dayMs + 20_000,
  });
const tierOf = (path: string) =>
  stores.segments.overlapping(streamId, 0, nowUtcMs).find((row) => row.path === path)?.isSmart;
const isThere = (path: string): boolean => existsSync(join(volume, path));

/** Deletes what is over its days, waits for `gone` to be, and answers when nothing more happens. */
async function retain(gone: string): Promise<void> {
  const retention = startFootageRetention({
    stores,
    volume,
    clock: { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 },
    log: pino({ level: 'silent' }),
  });
  retention.confirmTime(nowUtcMs);
  await vi.waitFor(() => expect(isThere(gone)).toBe(false));
  await retention.stop();
}

test('without a smart tier motion keeps nothing beyond the days of the camera', async () => {
  want({ revision: 1, isSmart: false });
  const old = footage(8);
  await motion(8);
  await retain(old);
  expect(stores.segments.oldestClosed(streamId, -1)).toEqual([]);
});

test('keeps what moved and what was followed until its own days are over, and explains the time between', async () => {
  want({ revision: 1 });
  const [expired, moved, quiet, followed, recent] = [footage(31), footage(20), footage(19), footage(18), footage(6)];
  await motion(31);
  await motion(20);
  await looked(19);
  await looked(18);
  await looked(6);
  event(18);
  await retain(expired!);
  expect([expired, moved, quiet, followed, recent].map((path) => isThere(path!))).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
  const dayStarts = [nowUtcMs - 19.5 * dayMs, nowUtcMs - 18.5 * dayMs];
  const [day] = readStorageDays(stores, { streamId, dayStarts, nowUtcMs, hasSmartTier: true });
  expect(day?.none.map((part) => part.cause)).toContain('footage_expired');
});

test('what nobody looked at, or not to its end, is kept like what happened', async () => {
  want({ revision: 1 });
  const [unseen, half, seen] = [footage(20), footage(19), footage(18)];
  await looked(19, { untilSecond: 31 });
  await looked(18);
  await retain(seen!);
  expect([unseen, half].map((path) => isThere(path!))).toEqual([true, true]);
  expect([unseen, half].map((path) => tierOf(path!))).toEqual([1, 1]);
});

test('motion where nothing counts keeps nothing longer', async () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 0, y: 0.5 },
  ];
  want({ revision: 1, analysis: { zonesExclude: [corner] } });
  const old = footage(8);
  await motion(8);
  await retain(old);
  want({ revision: 2, analysis: { zones: [corner] } });
  const kept = footage(9);
  await motion(9);
  await assessFootage({ stores, volume, nowUtcMs });
  expect(tierOf(kept)).toBe(1);
});

test('who is still followed keeps footage, and what is too fresh to be known is not judged', async () => {
  want({ revision: 1 });
  const [old, fresh, quiet] = [footage(1), footage(60_000 / dayMs), footage(2)];
  await looked(1);
  await looked(2);
  const report = { eventId: uuidv7(), cameraId, startedAtUtcMs: nowUtcMs - dayMs - 1000 };
  stores.openEvents.put({ report: report as never, updateSequence: null });
  expect(await assessFootage({ stores, volume, nowUtcMs })).toEqual(
    new Map([[cameraId, { state: 'online', cause: null }]]),
  );
  expect([tierOf(old), tierOf(fresh), tierOf(quiet)]).toEqual([1, null, 0]);
});

test('says that all is kept longer while nobody looks at the pictures, and nothing of a camera that does not want it', async () => {
  want({ revision: 1, analysis: { isOn: false } });
  expect(await assessFootage({ stores, volume, nowUtcMs })).toEqual(
    new Map([[cameraId, { state: 'offline', cause: 'smart_storage_blind' }]]),
  );
  want({ revision: 2, isSmart: false });
  expect(await assessFootage({ stores, volume, nowUtcMs })).toEqual(new Map());
});

test('room is made with what is regular first, then with what is smart, the oldest first; protected footage stays', async () => {
  want({ revision: 1, retentionBytes: 250 });
  const [lastSmart, protectedFile, firstSmart, regular] = [footage(5), footage(4.5), footage(4), footage(3)];
  await motion(5);
  await motion(4);
  await looked(3);
  stores.store.prepare('update segments set is_protected = 1 where path = ?').run(protectedFile);
  await retain(regular!);
  expect([lastSmart, protectedFile, firstSmart].map((path) => isThere(path!))).toEqual([true, true, true]);
  want({ revision: 2, retentionBytes: 150 });
  await retain(lastSmart!);
  expect([protectedFile, firstSmart].map((path) => isThere(path!))).toEqual([true, true]);
});
