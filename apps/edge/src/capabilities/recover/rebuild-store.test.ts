import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import Database from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { capabilities } from '../../app/capabilities.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSealingKey, openSealedText, sealText } from '../../platform/crypto/sealed-text.ts';
import { GapCopy } from '../../platform/store/gap-copy.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { type EdgeStores, openEdgeStores, storePath } from '../../platform/store/edge-stores.ts';
import { adoptLostFootage } from './lost-footage.ts';
import { copyGapsOnce, findAgain, noteDamage, rebuildDamagedStore } from './rebuild-store.ts';
import { unreadStreams } from './unread-streams.ts';

const nowUtcMs = 1_800_000_000_000;
const log = pino({ level: 'silent' });
const pageBytes = 4_096;
const minutes = 3_000;
let folder: string;
let volume: string;
let stores: EdgeStores;
const [cameraId, streamId] = [uuidv7(), uuidv7()];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rebuild-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  stores = openEdgeStores(folder);
});

afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const gapAt = (minute: number) => ({
  streamId,
  startUtcMs: nowUtcMs - minute * 60_000,
  endUtcMs: nowUtcMs - minute * 60_000 + 5_000,
  cause: minute % 2 === 0 ? ('camera_stalled' as const) : ('edge_down' as const),
  isOpen: false,
});

/** A core that has run for a while: somebody's, with a camera, files, gaps with causes, and news for its server. */
async function fillStore(): Promise<void> {
  const copy = new GapCopy({ volume, isHere: () => Promise.resolve(true), log });
  stores.gaps.copyTo(copy);
  for (const [key, value] of Object.entries({
    edgeId: uuidv7(),
    organizationId: uuidv7(),
    epoch: 'before',
    name: 'Quay',
  }))
    stores.meta.set(key, value);
  stores.desired.apply(
    {
      sequence: 7,
      entity: 'camera',
      entityId: cameraId,
      revision: 3,
      desired: cameraConfig({ id: cameraId, stream: { id: streamId } }),
    },
    1,
  );
  stores.store.transaction(() => {
    for (let minute = 1; minute <= minutes; minute++) {
      stores.gaps.put(gapAt(minute));
      const startUtcMs = nowUtcMs - minute * 60_000 + 5_000;
      stores.segments.put(
        testSegment({
          streamId,
          path: `${streamId}/2027-01-01/00/${String(startUtcMs)}.mp4`,
          startUtcMs,
          endUtcMs: startUtcMs + 55_000,
        }),
      );
      stores.outbox.append(startUtcMs, { kind: 'coreNotice', code: 'disk_slow', detail: String(minute) });
    }
    for (let minute = 1; minute <= minutes; minute++) stores.outbox.acknowledge(minute - 10);
  })();
  const [kept] = stores.segments.oldestClosed(streamId, 1);
  mkdirSync(dirname(join(volume, kept!.path)), { recursive: true });
  writeFileSync(join(volume, kept!.path), 'x');
  stores.desiredCopy.keep(capabilities.declared.meta);
  stores.desiredCopy.write();
  await copy.stop();
  // So that pages are read from the file from now on.
  stores.store.close();
}

function damage(page: number): void {
  const file = openSync(storePath(folder), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, page * pageBytes);
  closeSync(file);
}

const pagesOf = (table: string): number[] => {
  const reading = openEdgeStores(folder);
  const pages = reading.store
    .prepare('select pageno from dbstat where name = ? order by pageno')
    .pluck()
    .all(table) as number[];
  reading.store.close();
  return pages.map((page) => page - 1);
};

async function rebuild(): Promise<void> {
  rebuildDamagedStore({ dataFolder: folder, nowUtcMs, log });
  stores = openEdgeStores(folder);
  adoptLostFootage({ stores, volume, nowUtcMs, log });
  await findAgain({ stores, volume, log, signal: new AbortController().signal });
}

/** What must be true of a core whatever page was damaged. */
function expectWhole(): void {
  expect(stores.store.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(stores.cameras.list().map(({ id }) => id)).toEqual([cameraId]);
  expect(stores.meta.get('edgeId')).not.toBeNull();
  expect(stores.meta.get('epoch')).not.toBe('before');
  const causes = stores.gaps
    .overlapping(streamId, 0, 9e15)
    .map(({ startUtcMs, endUtcMs, cause }) => [startUtcMs, endUtcMs, cause]);
  const written = Array.from({ length: minutes }, (_, index) => gapAt(minutes - index));
  expect(causes).toEqual(written.map(({ startUtcMs, endUtcMs, cause }) => [startUtcMs, endUtcMs, cause]));
  // What has a file is known again by its row or is going to be read.
  expect(unreadStreams(stores.meta)).toEqual([streamId]);
  const told = stores.outbox.after(0, 10_000);
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  expect(told.at(-1)?.body).toMatchObject({
    kind: 'coreNotice',
    code: 'store_rebuilt',
    detail: expect.stringContaining('core.sqlite.damaged-'),
  });
}

test('a sound store stays as it is', async () => {
  await fillStore();
  rebuildDamagedStore({ dataFolder: folder, nowUtcMs, log });
  stores = openEdgeStores(folder);
  expect(stores.meta.get('epoch')).toBe('before');
  expect(stores.segments.oldestClosed(streamId, -1)).toHaveLength(minutes);
});

test.each(['meta', 'desired', 'streams', 'gaps', 'segments', 'outbox', 'sqlite_schema'])(
  'one damaged page of %s costs neither who the core is, nor what it shall record, nor why there are gaps',
  async (table) => {
    await fillStore();
    const pages = pagesOf(table);
    damage(pages[Math.floor(pages.length / 2)]!);
    // Whoever reads all of it meets the damage, if opening does not.
    const heard = vi.fn();
    try {
      const reading = openEdgeStores(folder, heard);
      try {
        reading.store.prepare(`select * from ${table}`).all();
        reading.cameras.list();
      } finally {
        reading.store.close();
      }
    } catch (error) {
      expect(['store_damaged', 'SQLITE_CORRUPT', 'SQLITE_NOTADB']).toContain((error as { code: string }).code);
    }
    if (heard.mock.calls.length > 0) noteDamage(folder, nowUtcMs);
    await rebuild();
    expectWhole();
    expect(readdirSync(folder).filter((name) => name.startsWith('core.sqlite.damaged-'))).not.toEqual([]);
    expect(existsSync(join(folder, 'core.damaged'))).toBe(false);
  },
  30_000,
);

test('a core that loses its power while it rebuilds goes on with the damaged store, not with the half of a new one', async () => {
  await fillStore();
  damage(pagesOf('gaps')[3]!);
  noteDamage(folder, nowUtcMs);
  rebuildDamagedStore({ dataFolder: folder, nowUtcMs, log });
  const aside = readdirSync(folder).find((name) => /^core\.sqlite\.damaged-\d+$/.test(name))!;
  const bytes = statSync(join(folder, aside)).size;
  // As if it had ended before it was done.
  noteDamage(folder, nowUtcMs);
  await rebuild();
  expectWhole();
  expect(statSync(join(folder, aside)).size).toBe(bytes);
});

test('without a store that can be read at all, the copies of what is wanted and of the gaps are what the core goes on with', async () => {
  await fillStore();
  writeFileSync(storePath(folder), Buffer.alloc(200_000, 'no database '));
  await rebuild();
  expectWhole();
  // The server says again whatever the copy does not hold.
  expect(stores.desired.lastOperation()).toBe(7);
  expect(stores.segments.oldestClosed(streamId, -1)).toEqual([]);
});

test('STOR-001: what people set of the core itself outlives a store that cannot be read', async () => {
  await fillStore();
  stores = openEdgeStores(folder);
  stores.desired.own('coreSettings');
  const desired = { leastDays: 7 };
  stores.desired.apply({ sequence: 8, entity: 'coreSettings', entityId: uuidv7(), revision: 1, desired }, 1);
  stores.desiredCopy.keep(capabilities.declared.meta);
  stores.desiredCopy.write();
  stores.store.close();
  writeFileSync(storePath(folder), Buffer.alloc(200_000, 'no database '));
  await rebuild();
  expect(stores.desired.list('coreSettings').map(({ content }) => content)).toEqual([desired]);
});

/** Puts what is wanted back into the tables that a version of before had. */
function asBefore(store: Store): void {
  store.exec(`
    create table cameras (id text primary key, revision integer not null, config text) strict, without rowid;
    insert into cameras (id, revision, config) select id, revision, content from desired where kind = 'camera';
    drop table desired;
    pragma user_version = 3;
  `);
}

test('a store of a version before that is damaged costs no camera either', async () => {
  await fillStore();
  rmSync(join(folder, 'core.wishes'));
  const before = new Database(storePath(folder));
  asBefore(before);
  before.close();
  noteDamage(folder, nowUtcMs);
  await rebuild();
  expectWhole();
  expect(stores.desired.lastOperation()).toBe(7);
});

test('a copy of what is wanted that a version before wrote is read as well', async () => {
  await fillStore();
  const key = loadSealingKey(join(folder, 'core.secret'));
  const path = join(folder, 'core.wishes');
  const { desired, ...rest } = JSON.parse(openSealedText(key, readFileSync(path, 'utf8'))) as {
    desired: { id: string; revision: number; content: string }[];
  };
  const cameras = desired.map(({ id, revision, content: config }) => ({ id, revision, config }));
  writeFileSync(path, sealText(key, JSON.stringify({ ...rest, cameras })));
  writeFileSync(storePath(folder), Buffer.alloc(200_000, 'no database '));
  await rebuild();
  expectWhole();
});

test('gaps that were known before there was a copy beside the footage are copied once', async () => {
  stores.gaps.put(gapAt(2));
  const copy = new GapCopy({ volume, isHere: () => Promise.resolve(true), log });
  stores.gaps.copyTo(copy);
  copyGapsOnce(stores, 'mark');
  copyGapsOnce(stores, 'mark');
  await copy.stop();
  expect(readdirSync(join(volume, 'gaps', streamId))).toHaveLength(1);
});
