import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GapCopy } from '../platform/store/gap-copy.ts';
import { makeLog } from '../platform/log/log.ts';
import { openEdgeStores, storePath } from './edge-stores.ts';

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
function start(): ChildProcess {
  core = fork(
    program,
    ['--server', 'http://127.0.0.1:9', '--data', folder, '--ice-port', '0', '--no-local-views', '--no-model-fetch'],
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

async function damageRootOf(table: string): Promise<void> {
  const stores = openEdgeStores(folder);
  const page = stores.store.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number;
  stores.store.close();
  const file = openSync(storePath(folder), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

test.each(['segments', 'gaps'])(
  'a core with a damaged page of its %s records on by itself, without its server, knows why old footage is missing, and tells',
  async (table) => {
    const stores = openEdgeStores(folder);
    for (const [key, value] of Object.entries({ edgeId: uuidv7(), organizationId: uuidv7(), epoch: uuidv7() }))
      stores.meta.set(key, value);
    const desired = cameraConfig({ id: cameraId, stream: { id: streamId, url: cameras.url('gate') } });
    stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, Date.now());
    stores.store.close();
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
