import { testMedia } from '@sightline/testing/cameras/test-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { socketPathFor } from '../platform/data-folder-lock.ts';
import type { EdgeStores } from './edge-stores.ts';
import { openEdgeStores } from './edge-stores.ts';
import { adoptLostFootage } from './lost-footage.ts';
import { MediaSupervision } from './media-supervision.ts';

let folder: string;
let volume: string;
let stores: EdgeStores;
let media: MediaSupervision | null = null;
let cameras: RtspServer;
const log = pino({ level: 'silent' });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'media-supervision-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  stores = openEdgeStores(folder);
  cameras = await startRtspServer();
});

afterEach(async () => {
  await media?.stop();
  media = null;
  stores.store.close();
  await cameras.stop();
  rmSync(folder, { recursive: true, force: true });
});

let operations = 0;

function want(cameraId: string, streamId: string, change: { revision: number; url: string | null }): void {
  const { revision, url } = change;
  const desired = url === null ? null : {
    id: cameraId,
    name: 'Gate',
    streams: [{ id: streamId, kind: 'main' as const, url, transport: 'tcp' as const, driver: 'auto' as const }],
    credentials: { username: '', password: '' },
    credentialsVersion: 1,
    recordingMode: 'continuous' as const,
    retentionDays: 7,
    retentionBytes: null,
    timeZone: 'UTC',
  };
  stores.cameras.apply({ sequence: ++operations, entity: 'camera', entityId: cameraId, revision, desired }, Date.now());
}

function start(): MediaSupervision {
  media = new MediaSupervision({ stores, volume, busSocketPath: socketPathFor(folder, 'media.sock'), clock: systemClock, log });
  media.start();
  return media;
}

const allGaps = (streamId: string) => stores.gaps.overlapping(streamId, 0, 9e15);
const files = (streamId: string): string[] => readdirSync(join(volume, streamId), { recursive: true }).map(String).filter((name) => name.endsWith('.mp4'));

async function crash(): Promise<void> {
  process.kill(media?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(media?.pid).toBeNull());
}

test('a gap that was open when the worker died ends with it, and is told to the cloud', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1, url: 'rtsp://127.0.0.1:9/nobody' });
  start();
  await vi.waitFor(() => expect(allGaps(streamId).some((gap) => gap.cause === 'camera_unreachable' && gap.endUtcMs > gap.startUtcMs)).toBe(true), { timeout: 15_000 });
  await crash();
  await vi.waitFor(() => expect(allGaps(streamId).filter((gap) => gap.isOpen === 1 && gap.startUtcMs > 0 && gap.cause === 'camera_unreachable').length).toBeLessThanOrEqual(1));
  await vi.waitFor(() => expect(allGaps(streamId).some((gap) => gap.cause === 'edge_down')).toBe(true), { timeout: 15_000 });
  expect(allGaps(streamId).filter((gap) => gap.isOpen === 1)).toHaveLength(1);
  expect(stores.outbox.after(0, 100).some((record) => record.body.kind === 'gap' && record.body.cause === 'camera_unreachable')).toBe(true);
}, 40_000);

test('a file left open by a crash is completed although its camera was removed meanwhile', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
  start();
  await vi.waitFor(() => expect(stores.segments.openPaths()).toHaveLength(1), { timeout: 15_000 });
  await vi.waitFor(() => expect((stores.segments.latestEnd(streamId) ?? 0) - (stores.segments.oldestStart(streamId) ?? 0)).toBeGreaterThan(1_000), { timeout: 15_000 });
  want(cameraId, streamId, { revision: 2, url: null });
  await crash();
  await vi.waitFor(() => expect(stores.segments.openPaths()).toEqual([]), { timeout: 15_000 });
  expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(1);
}, 40_000);

test('finds footage again that a lost store does not know', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
  start();
  await vi.waitFor(() => expect((stores.segments.latestEnd(streamId) ?? 0) - (stores.segments.oldestStart(streamId) ?? 0)).toBeGreaterThan(1_000), { timeout: 15_000 });
  await media?.stop();
  const row = stores.segments.oldestClosed(streamId, 1)[0];
  stores.store.close();
  // Many more files than are looked at before recording begins, as after weeks.
  const source = join(volume, row.path.replace(/\.mp4$/, ''));
  for (let minute = 1; minute <= 60; minute++) {
    for (const end of ['mp4', 'idx']) cpSync(`${source}.${end}`, join(source, '..', `${String(row.startUtcMs - minute * 60_000)}.${end}`));
  }
  for (const name of ['core.sqlite', 'core.sqlite-wal', 'core.sqlite-shm']) rmSync(join(folder, name), { force: true });
  stores = openEdgeStores(folder);
  adoptLostFootage({ stores, volume, nowUtcMs: Date.now(), log });
  start();
  await vi.waitFor(() => expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(files(streamId).length), { timeout: 15_000 });
  expect(files(streamId)).toHaveLength(61);
}, 40_000);
