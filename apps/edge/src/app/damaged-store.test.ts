import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import Database from 'better-sqlite3';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { socketPathFor } from '../platform/data-folder-lock.ts';
import { GapCopy } from '../platform/store/gap-copy.ts';
import { makeLog } from '../platform/log/log.ts';
import { openEdgeStores, storePath } from '../platform/store/edge-stores.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const [cameraId, streamId] = [uuidv7(), uuidv7()];
const pageBytes = 4_096;
const hourMs = 3_600_000;
let folder: string;
let cameras: RtspServer;
let core: ChildProcess | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'damaged-store-'));
  cameras = await startRtspServer();
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
});

afterEach(async () => {
  await stop();
  await cameras.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A core whose server is away. */
function start(...more: string[]): ChildProcess {
  core = fork(
    program,
    [
      '--server',
      'http://127.0.0.1:9',
      '--data',
      folder,
      '--ice-port',
      '0',
      '--no-local-views',
      '--no-model-fetch',
      ...more,
    ],
    { stdio: 'ignore' },
  );
  return core;
}

async function stop(): Promise<void> {
  if (core === null || core.exitCode !== null) return;
  core.kill('SIGTERM');
  await once(core, 'exit');
  core = null;
}

const footage = (): string[] => {
  try {
    return readdirSync(join(folder, 'footage', streamId), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.mp4'));
  } catch {
    return [];
  }
};

const recordsAnew = (before: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(footage().some((name) => !before.includes(name))).toBe(true), {
    timeout: 60_000,
    interval: 200,
  });

async function recordsOn(): Promise<void> {
  const written = (): number =>
    footage().reduce((sum, name) => sum + statSync(join(folder, 'footage', streamId, name)).size, 0);
  const before = written();
  await vi.waitFor(() => expect(written()).toBeGreaterThan(before), { timeout: 30_000, interval: 50 });
}

async function damageRootOf(table: string): Promise<void> {
  const stores = openEdgeStores(folder);
  const page = stores.store.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number;
  stores.store.close();
  overwrite(page);
}

function overwrite(page: number): void {
  const file = openSync(storePath(folder), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

/** A core that belongs to somebody and has one camera. */
function prepare(): void {
  const stores = openEdgeStores(folder);
  for (const [key, value] of Object.entries({ edgeId: uuidv7(), organizationId: uuidv7(), epoch: uuidv7() }))
    stores.meta.set(key, value);
  const desired = cameraConfig({ id: cameraId, stream: { id: streamId, url: cameras.url('gate') } });
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, Date.now());
  stores.store.close();
}

test.each(['segments', 'gaps'])(
  'a core with a damaged page of its %s records on by itself, without its server, knows why old footage is missing, and tells',
  async (table) => {
    prepare();
    const first = start();
    await recordsAnew([]);
    await stop();
    expect(first.exitCode).toBe(0);

    const again = openEdgeStores(folder);
    const copy = new GapCopy({
      volume: join(folder, 'footage'),
      isHere: () => Promise.resolve(true),
      log: makeLog('test'),
    });
    again.gaps.copyTo(copy);
    const startUtcMs = Date.now() - hourMs;
    again.gaps.put({ streamId, startUtcMs, endUtcMs: startUtcMs + 5_000, cause: 'camera_stalled', isOpen: false });
    await copy.stop();
    again.store.close();
    await damageRootOf(table);

    const before = footage();
    const second = start();
    await recordsAnew(before);
    expect(second.exitCode).toBeNull();
    await stop();
    const after = openEdgeStores(folder);
    const told = after.outbox.after(0, 1_000).map(({ body }) => body);
    const gaps = after.gaps.overlapping(streamId, 0, 9e15);
    const known = after.segments.oldestClosed(streamId, -1).map(({ path }) => path);
    after.store.close();
    expect(told).toContainEqual(expect.objectContaining({ kind: 'coreNotice', code: 'store_rebuilt' }));
    expect(gaps).toContainEqual(expect.objectContaining({ startUtcMs, cause: 'camera_stalled' }));
    expect(gaps.map(({ cause }) => cause)).not.toContain('packet_loss');
    expect(known.map((path) => path.slice(streamId.length + 1)).toSorted()).toEqual(footage().toSorted());
  },
  150_000,
);

/**
 * Writes over the first page of a table of a core that runs. Its pages are read from the file from then on: what it holds of them in
 * memory counts no more once somebody else has written.
 */
function damageUnderneath(table: string): void {
  const writer = new Database(storePath(folder));
  const page = writer.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number;
  writer.prepare("insert or replace into meta (key, value) values ('touched', '1')").run();
  writer.pragma('wal_checkpoint(TRUNCATE)');
  overwrite(page);
  writer.close();
}

const asides = (): string[] => readdirSync(folder).filter((name) => /^core\.sqlite\.damaged-\d+$/.test(name));

async function expectRebuilt(core: ChildProcess, asidesBefore: readonly string[]): Promise<void> {
  const filesBefore = footage();
  await vi.waitFor(() => expect(asides().some((name) => !asidesBefore.includes(name))).toBe(true), {
    timeout: 60_000,
    interval: 100,
  });
  await recordsAnew(filesBefore);
  expect(core.exitCode).toBeNull();
}

test.each(['segments', 'meta', 'outbox'])(
  'a core whose %s are damaged while it runs goes on recording in the same process, tells once, and comes to rest',
  async (table) => {
    prepare();
    const running = start();
    await recordsAnew([]);
    damageUnderneath(table);
    await expectRebuilt(running, []);
    const [aside] = asides();
    // More footage, and no other damage: it is not rebuilt over and over.
    for (let times = 0; times < 3; times++) await recordsOn();
    expect(asides()).toEqual([aside]);
    await stop();
    expect(running.exitCode).toBe(0);
    const after = openEdgeStores(folder);
    const told = after.outbox.after(0, 1_000).map(({ body }) => body);
    const known = after.segments.oldestClosed(streamId, -1).map(({ path }) => path);
    const whole = after.store.pragma('integrity_check', { simple: true });
    after.store.close();
    expect(whole).toBe('ok');
    expect(told.filter((body) => body.kind === 'coreNotice' && body.code === 'store_rebuilt')).toHaveLength(1);
    expect(known.map((path) => path.slice(streamId.length + 1)).toSorted()).toEqual(footage().toSorted());
  },
  150_000,
);

test('a core whose store is damaged again at once records on while it waits to rebuild it', async () => {
  prepare();
  const running = start();
  await recordsAnew([]);
  damageUnderneath('segments');
  await expectRebuilt(running, []);
  const first = asides();
  damageUnderneath('segments');
  const logged = (): string =>
    readdirSync(join(folder, 'logs'))
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('');
  await vi.waitFor(() => expect(logged()).toContain('it is rebuilt later'), { timeout: 90_000, interval: 50 });
  expect(asides()).toEqual(first);
  await recordsOn();
  await expectRebuilt(running, first);
  await stop();
}, 150_000);

test('a core that ends for another version leaves its recorder to it, which records until the next one takes its place', async () => {
  prepare();
  const first = start();
  await recordsAnew([]);
  // It knows of footage: whether that ended with the update is told by its time.
  const reading = new Database(storePath(folder), { readonly: true });
  const knownEnd = reading.prepare('select max(known_end_utc_ms) from segments').pluck();
  await vi.waitFor(() => expect(knownEnd.get()).not.toBeNull(), { timeout: 30_000, interval: 50 });
  reading.close();
  const sinceUtcMs = Date.now();
  first.send({ type: 'software.switching' });
  await once(first, 'exit');
  expect(first.exitCode).toBe(0);
  // Nobody is there but the recorder.
  await recordsOn();
  await recordsOn();
  const before = footage();
  const second = start('--updating-since', String(sinceUtcMs));
  await recordsAnew(before);
  await recordsOn();
  await stop();
  expect(second.exitCode).toBe(0);
  const after = openEdgeStores(folder);
  const segments = after.segments.oldestClosed(streamId, -1);
  const gaps = after.gaps.overlapping(streamId, 0, 9e15);
  after.store.close();
  expect(gaps.map(({ cause }) => cause)).toContain('core_updating');
  expect(gaps.map(({ cause }) => cause)).not.toContain('edge_down');
  expect(segments.map(({ path }) => path.slice(streamId.length + 1)).toSorted()).toEqual(footage().toSorted());
  // Never two at once, and no second that is neither recorded nor explained.
  const spans = [...segments, ...gaps]
    .map(({ startUtcMs, endUtcMs }) => ({ startUtcMs, endUtcMs: endUtcMs ?? 0 }))
    .toSorted((one, other) => one.startUtcMs - other.startUtcMs);
  for (const [index, span] of spans.slice(1).entries())
    expect(Math.abs(span.startUtcMs - spans[index]!.endUtcMs)).toBeLessThanOrEqual(200);
}, 150_000);

test('a core that is told to stop takes its recorder along', async () => {
  prepare();
  start();
  await recordsAnew([]);
  await stop();
  expect(existsSync(socketPathFor(folder, 'media.sock.pid'))).toBe(false);
}, 150_000);
