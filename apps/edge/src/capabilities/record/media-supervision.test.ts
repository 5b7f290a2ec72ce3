import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { socketPathFor } from '../../platform/data-folder-lock.ts';
import { layBallast } from '../../platform/store/store-ballast.ts';
import { layReserve } from '../../platform/store/store-reserve.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { adoptLostFootage } from '../recover/lost-footage.ts';
import { MediaSupervision, type MediaSupervisionDeps } from './media-supervision.ts';
import { noteUnread, unreadStreams } from '../recover/unread-streams.ts';

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
  const desired = url === null ? null : cameraConfig({ id: cameraId, stream: { id: streamId, url } });
  stores.desired.apply({ sequence: ++operations, entity: 'camera', entityId: cameraId, revision, desired }, Date.now());
}

function start(place?: MediaSupervisionDeps['place']): MediaSupervision {
  media = new MediaSupervision({
    stores,
    place,
    volume,
    busSocketPath: socketPathFor(folder, 'media.sock'),
    clock: systemClock,
    log,
  });
  media.start();
  return media;
}

const allGaps = (streamId: string) => stores.gaps.overlapping(streamId, 0, 9e15);
const files = (streamId: string): string[] =>
  readdirSync(join(volume, streamId), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.mp4'));

async function crash(): Promise<void> {
  process.kill(media?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(media?.pid).toBeNull());
}

test('a gap that was open when the worker died ends with it, and is told to the cloud', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  want(cameraId, streamId, { revision: 1, url: 'rtsp://127.0.0.1:9/nobody' });
  start();
  await vi.waitFor(
    () =>
      expect(allGaps(streamId).some((gap) => gap.cause === 'camera_unreachable' && gap.endUtcMs > gap.startUtcMs)).toBe(
        true,
      ),
    {
      timeout: 15_000,
    },
  );
  expect(media?.recordingNow()).toEqual({ recorded: new Set(), unwanted: new Set() });
  await crash();
  await vi.waitFor(() =>
    expect(
      allGaps(streamId).filter((gap) => gap.isOpen === 1 && gap.startUtcMs > 0 && gap.cause === 'camera_unreachable')
        .length,
    ).toBeLessThanOrEqual(1),
  );
  await vi.waitFor(() => expect(allGaps(streamId).some((gap) => gap.cause === 'recorder_down')).toBe(true), {
    timeout: 15_000,
  });
  expect(allGaps(streamId).filter((gap) => gap.isOpen === 1)).toHaveLength(1);
  expect(
    stores.outbox
      .after(0, 100)
      .some((record) => record.body.kind === 'gap' && record.body.cause === 'camera_unreachable'),
  ).toBe(true);
}, 40_000);

test('the end of the recorder is named as what it was, to the ledger and to people, and the time before the core ran as that', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  const downUtcMs = Date.now() - 60_000;
  stores.gaps.put({
    streamId,
    startUtcMs: downUtcMs - 1_000,
    endUtcMs: downUtcMs,
    cause: 'recording_off',
    isOpen: false,
  });
  want(cameraId, streamId, { revision: 1, url: 'rtsp://127.0.0.1:9/nobody' });
  const startedUtcMs = Date.now();
  start();
  // Before it has said a word: nothing of the minute before is accounted for.
  await crash();
  await vi.waitFor(() =>
    expect(allGaps(streamId).some((gap) => gap.cause === 'recorder_down' && gap.endUtcMs > gap.startUtcMs)).toBe(true),
  );
  const [, before, after] = allGaps(streamId);
  expect(before).toMatchObject({ startUtcMs: downUtcMs, cause: 'edge_down', isOpen: 0 });
  expect(after).toMatchObject({ startUtcMs: before?.endUtcMs, cause: 'recorder_down' });
  expect(Math.abs((before?.endUtcMs ?? 0) - startedUtcMs)).toBeLessThan(1_000);
  const told = stores.outbox.after(0, 100).map(({ body }) => body);
  expect(told).toContainEqual({ kind: 'coreNotice', code: 'recorder_down', detail: 'ended by SIGKILL' });
});

test('a file left open by a crash is completed although its camera was removed meanwhile', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
  start();
  await vi.waitFor(() => expect(stores.segments.openPaths()).toHaveLength(1), { timeout: 15_000 });
  await vi.waitFor(
    () =>
      expect((stores.segments.latestEnd(streamId) ?? 0) - (stores.segments.oldestStart(streamId) ?? 0)).toBeGreaterThan(
        1_000,
      ),
    {
      timeout: 15_000,
    },
  );
  expect(media?.recordingNow()).toEqual({ recorded: new Set([streamId]), unwanted: new Set() });
  want(cameraId, streamId, { revision: 2, url: null });
  expect(media?.recordingNow()).toEqual({ recorded: new Set(), unwanted: new Set([streamId]) });
  await crash();
  await vi.waitFor(() => expect(stores.segments.openPaths()).toEqual([]), { timeout: 15_000 });
  expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(1);
}, 40_000);

test('without its disk a camera is said to be not recorded, and why', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
  start({ mark: 'mark', isUnread: false });
  const told = () => stores.outbox.after(0, 100).map(({ body }) => body);
  await vi.waitFor(
    () => {
      expect(told()).toContainEqual(
        expect.objectContaining({ kind: 'streamStatus', isRecording: false, recordingCause: 'footage_disk_away' }),
      );
      expect(told()).toContainEqual({ kind: 'coreNotice', code: 'footage_disk_away', detail: volume });
      expect(told()).toContainEqual(
        expect.objectContaining({ kind: 'streamStatus', status: expect.objectContaining({ state: 'online' }) }),
      );
    },
    { timeout: 15_000 },
  );
  expect(allGaps(streamId)).toContainEqual(expect.objectContaining({ cause: 'footage_disk_away', isOpen: 1 }));
  expect(readdirSync(volume)).toEqual([]);
}, 40_000);

test('finds footage again that a lost store does not know', async () => {
  const [cameraId, streamId] = [uuidv7(), uuidv7()];
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
  start();
  await vi.waitFor(
    () =>
      expect((stores.segments.latestEnd(streamId) ?? 0) - (stores.segments.oldestStart(streamId) ?? 0)).toBeGreaterThan(
        1_000,
      ),
    {
      timeout: 15_000,
    },
  );
  await media?.stop();
  const row = stores.segments.oldestClosed(streamId, 1)[0];
  stores.store.close();
  // Many more files than are looked at before recording begins, as after weeks.
  const source = join(volume, row.path.replace(/\.mp4$/, ''));
  for (let minute = 1; minute <= 60; minute++) {
    for (const end of ['mp4', 'idx'])
      cpSync(`${source}.${end}`, join(source, '..', `${String(row.startUtcMs - minute * 60_000)}.${end}`));
  }
  for (const name of ['core.sqlite', 'core.sqlite-wal', 'core.sqlite-shm']) rmSync(join(folder, name), { force: true });
  stores = openEdgeStores(folder);
  adoptLostFootage({ stores, volume, nowUtcMs: Date.now(), log });
  const isKnown = (): Promise<void> =>
    vi.waitFor(() => expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(files(streamId).length), {
      timeout: 15_000,
    });
  start();
  await isKnown();
  expect(files(streamId)).toHaveLength(61);
  await vi.waitFor(() => expect(unreadStreams(stores.meta)).toEqual([]));
  await media?.stop();

  // The power went while the older files were looked at, and newer footage was recorded meanwhile.
  want(cameraId, streamId, { revision: 2, url: cameras.url('gate') });
  for (const { path } of stores.segments.oldestClosed(streamId, 30)) stores.segments.remove(path);
  noteUnread(stores.meta, [streamId]);
  start();
  await vi.waitFor(() => expect(stores.segments.oldestClosed(streamId, -1).length).toBeGreaterThanOrEqual(61), {
    timeout: 15_000,
  });
  await vi.waitFor(() => expect(unreadStreams(stores.meta)).toEqual([]));
}, 40_000);

/** Mounts a small file system over the folder; false when the system does not let us. */
function mountSmall(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(path: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeUntilFull(path, Math.max(0, (bavail - 2) * bsize));
  for (let n = 0; statfsSync(folder).bavail > 0 && n < 8; n++) writeUntilFull(`${path}${String(n)}`, bsize);
}

/** What is being recorded takes space meanwhile: a disk that is full a little sooner is as full as wanted. */
function writeUntilFull(path: string, bytes: number): void {
  try {
    writeFileSync(path, Buffer.alloc(bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

test('a disk that is full to the last byte is told while it is, costs footage only as long, and the gap is known afterwards', async ({
  skip,
}) => {
  stores.store.close();
  skip(!mountSmall(folder), 'file systems cannot be mounted here');
  try {
    mkdirSync(volume);
    stores = openEdgeStores(folder);
    expect(await layBallast(folder)).toBe(true);
    expect(layReserve(stores.store, folder)).toBe(true);
    const [cameraId, streamId] = [uuidv7(), uuidv7()];
    await cameras.addStream('gate', { file: await testMedia('h264-720') });
    want(cameraId, streamId, { revision: 1, url: cameras.url('gate') });
    start();
    await vi.waitFor(() => expect(stores.segments.latestEnd(streamId)).not.toBeNull(), { timeout: 15_000 });
    fill(join(folder, 'ballast'));
    const fullAtUtcMs = Date.now();
    const { pid } = media!;
    // While it is full: who looks at the camera then must not be shown that all is well.
    const told = () => stores.outbox.after(0, 1_000).map(({ body }) => body);
    await vi.waitFor(
      () => {
        expect(statfsSync(folder).bavail * statfsSync(folder).bsize).toBeLessThan(4_000_000);
        expect(told()).toContainEqual(
          expect.objectContaining({ kind: 'streamStatus', isRecording: false, recordingCause: 'disk_full' }),
        );
        expect(told()).toContainEqual(expect.objectContaining({ kind: 'coreNotice', code: 'disk_full' }));
      },
      { timeout: 15_000 },
    );
    // The gap grows, and is kept: nothing ends for the want of room.
    await vi.waitFor(
      () => {
        const gap = allGaps(streamId).find(({ cause }) => cause === 'disk_full');
        expect((gap?.endUtcMs ?? 0) - (gap?.startUtcMs ?? 0)).toBeGreaterThan(4_000);
      },
      { timeout: 20_000 },
    );
    for (const name of readdirSync(folder).filter((file) => file.startsWith('ballast'))) rmSync(join(folder, name));
    await vi.waitFor(() => expect(stores.segments.latestEnd(streamId) ?? 0).toBeGreaterThan(fullAtUtcMs + 5_000), {
      timeout: 20_000,
    });
    expect(media?.pid).toBe(pid);
    // The row of the gap is written after that of the footage that ends it.
    const full = () => allGaps(streamId).find((one) => one.cause === 'disk_full');
    await vi.waitFor(() => expect(full()?.isOpen).toBe(0), { timeout: 20_000 });
    const gap = full();
    expect((gap?.endUtcMs ?? 0) - (gap?.startUtcMs ?? 0)).toBeGreaterThan(4_000);
    await media?.stop();
    media = null;
    fill(join(folder, 'ballast'));
    stores.store.close();
    // A core that starts now has room to delete footage by what it laid there while there was some.
    stores = openEdgeStores(folder);
    stores.segments.remove(stores.segments.sample(1)[0] ?? '');
    stores.outbox.append(1, { kind: 'coreNotice', code: 'disk_full', detail: 'x'.repeat(500) });
  } finally {
    await media?.stop();
    media = null;
    stores.store.close();
    execFileSync('umount', ['-l', folder]);
  }
}, 60_000);
