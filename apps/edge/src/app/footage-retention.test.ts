import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { makeLog } from '../platform/log/log.ts';
import { openEdgeStores } from './edge-stores.ts';
import { startFootageRetention } from './footage-retention.ts';

const DAY_MS = 86_400_000;
const streamId = '01980000-0000-7000-8000-000000000002';
const cameraId = '01980000-0000-7000-8000-000000000001';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retention-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('keeps open and young footage, and removes file, index and row of what is older than the days of its camera', async () => {
  const stores = openEdgeStores(folder);
  const streams = [{ id: streamId, kind: 'main' as const, url: 'rtsp://10.0.0.9/', transport: 'tcp' as const, driver: 'auto' as const }];
  const credentials = { username: '', password: '' };
  const common = { id: cameraId, name: 'Gate', streams, credentials, credentialsVersion: 0, timeZone: 'UTC' };
  const desired = { ...common, recordingMode: 'continuous' as const, retentionDays: 30, retentionBytes: null };
  stores.cameras.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, 1);
  const volume = join(folder, 'footage');
  const add = (ageDays: number, isOpen: boolean): string => {
    const startUtcMs = Date.now() - ageDays * DAY_MS;
    const path = `${streamId}/day-${ageDays}/10/${startUtcMs}.mp4`;
    mkdirSync(dirname(join(volume, path)), { recursive: true });
    for (const name of [path, path.replace('.mp4', '.idx')]) writeFileSync(join(volume, name), 'x');
    const kind = { initBytes: 1, videoCodec: 'h264' as const, codecString: 'avc1.4D401F', width: 640, height: 360, audioCodec: null };
    stores.segments.put({ streamId, path, startUtcMs, endUtcMs: isOpen ? null : startUtcMs + 60_000, bytes: 1, ...kind, isRepaired: false });
    return path;
  };
  const [young, old, open] = [add(29, false), add(31, false), add(40, true)];
  const retention = startFootageRetention({ stores, volume, clock: systemClock, log: makeLog('test') });
  await retention.stop();
  expect([young, old, open].map((path) => existsSync(join(volume, path)))).toEqual([true, false, true]);
  expect(existsSync(join(volume, streamId, 'day-31'))).toBe(false);
  expect(stores.segments.closed().map((row) => row.path)).toEqual([young]);
  stores.store.close();
});
