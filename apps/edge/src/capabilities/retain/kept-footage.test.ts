import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { startFootageRetention } from './footage-retention.ts';

const dayMs = 86_400_000;
const startUtcMs = 1_800_000_000_000;
let folder: string;
let volume: string;
let stores: EdgeStores;
let nowUtcMs: number;
let cameraId: string;
let streamId: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-footage-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  nowUtcMs = startUtcMs;
  stores = openEdgeStores(folder);
  [cameraId, streamId] = camera();
});
afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

/** Footage of it is kept for 7 days. */
function camera(): [cameraId: string, streamId: string] {
  const ids: [string, string] = [uuidv7(), uuidv7()];
  const desired = cameraConfig({ id: ids[0], stream: { id: ids[1] } });
  const operation = { sequence: 1, entity: 'camera' as const, entityId: ids[0], revision: 1, desired };
  stores.desired.apply(operation, nowUtcMs);
  return ids;
}

/** A file of a minute that began so many days before the start. */
function footage(ageDays: number, { of = streamId, bytes = 1 } = {}): string {
  const fromUtcMs = Math.round(startUtcMs - ageDays * dayMs);
  const path = `${of}/${String(ageDays)}.mp4`;
  mkdirSync(dirname(join(volume, path)), { recursive: true });
  writeFileSync(join(volume, path), 'x');
  stores.segments.put(testSegment({ streamId: of, path, bytes, startUtcMs: fromUtcMs, endUtcMs: fromUtcMs + 60_000 }));
  return join(volume, path);
}

/** An alert that began so many days before the start and took ten seconds; answers its id. */
function alert(ageDays: number, { keepDays = 30, isOver = true } = {}): string {
  const [alertId, fromUtcMs] = [uuidv7(), Math.round(startUtcMs - ageDays * dayMs) + 20_000];
  stores.protectedSpans.begin({ alertId, cameraId, fromUtcMs, postMs: 5_000, keepMs: keepDays * dayMs });
  if (isOver) stores.protectedSpans.end(alertId, fromUtcMs + 10_000);
  return alertId;
}

/** One pass of retention, as of now. */
async function pass(room: { freeBytes?: number } = {}): Promise<void> {
  const retention = startFootageRetention({
    stores,
    volume,
    clock: { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 },
    log: pino({ level: 'silent' }),
    freeBytes: () => Promise.resolve(room.freeBytes ?? 1e15),
  });
  retention.confirmTime(nowUtcMs);
  await retention.stop();
}

const records = () => stores.outbox.after(0, 1_000).map(({ body }) => body);
const exist = (files: readonly string[]): boolean[] => files.map((file) => existsSync(file));

describe('footage of alerts', () => {
  it('is not kept for longer where it is of another time or camera, or where its days are over', async () => {
    const [, elsewhere] = camera();
    alert(8);
    alert(60);
    const files = [footage(8.5), footage(8, { of: elsewhere }), footage(60)];
    await pass();
    expect(exist(files)).toEqual([false, false, false]);
  });

  it('outlives the days and bytes of its camera, until its own days are over, and counts as no room of others', async () => {
    alert(8);
    const files = [footage(8), footage(6), footage(5)];
    stores.store.prepare('update streams set retention_bytes = 2').run();
    await pass();
    expect(exist(files)).toEqual([true, true, true]);
    nowUtcMs = startUtcMs + 21 * dayMs;
    await pass();
    expect(exist(files)).toEqual([true, false, false]);
    nowUtcMs = startUtcMs + 23 * dayMs;
    await pass();
    expect(exist(files)).toEqual([false, false, false]);
    expect(records()).toEqual([]);
  });

  it('is kept while the alert is not over, and what is written later as well', async () => {
    const alertId = alert(8, { isOver: false });
    const files = [footage(8.1), footage(8), footage(7.5)];
    await pass();
    expect(exist(files)).toEqual([false, true, true]);
    stores.protectedSpans.end(alertId, startUtcMs - 7.6 * dayMs);
    nowUtcMs = startUtcMs + 2 * dayMs;
    await pass();
    expect(exist(files)).toEqual([false, true, false]);
  });

  it('stays kept after a restart, and where the store had to find its files again', async () => {
    alert(8);
    const file = footage(8);
    await pass();
    stores.store.prepare('update segments set kept_until_utc_ms = null').run();
    nowUtcMs += 60_000;
    stores.store.close();
    stores = openEdgeStores(folder);
    await pass();
    expect(exist([file])).toEqual([true]);
  });

  it('does not stand before a thousand files that may go', async () => {
    alert(8);
    stores.store.transaction(() => {
      for (let second = 0; second < 1_100; second += 1) {
        const at = startUtcMs - 8 * dayMs + second;
        const path = `${streamId}/kept-${String(second)}.mp4`;
        stores.segments.put(testSegment({ streamId, path, startUtcMs: at, endUtcMs: at + 30_000 }));
      }
    })();
    const old = footage(7.9);
    await pass();
    expect(exist([old])).toEqual([false]);
  });

  it('goes for recording when nothing else is left, after everything else, and never in silence', async () => {
    const alertId = alert(3);
    const files = [footage(3), footage(0.1)];
    await pass({ freeBytes: 0 });
    await pass({ freeBytes: 0 });
    expect(exist(files)).toEqual([false, false]);
    expect(records().filter(({ kind }) => kind === 'alertFootage')).toEqual([
      { kind: 'alertFootage', alertId, cameraId, untilUtcMs: null },
    ]);
    expect(records()).toContainEqual(expect.objectContaining({ kind: 'coreNotice', code: 'alert_footage_given_up' }));
  });

  it('takes no more than a tenth of the disk: the oldest is let go, and told', async () => {
    const [oldest, newest] = [alert(9), alert(8)];
    const files = [footage(9, { bytes: 1e18 }), footage(8)];
    await pass();
    expect(exist(files)).toEqual([false, true]);
    expect(records().filter(({ kind }) => kind === 'alertFootage')).toEqual([
      { kind: 'alertFootage', alertId: oldest, cameraId, untilUtcMs: null },
    ]);
    expect(stores.protectedSpans.end(newest, nowUtcMs)).toBeNull();
  });

  it('of the server is kept across a restart, however often and in whichever order it is asked for', async () => {
    const ask = (ageDays: number, closedUtcMs: number | null, alertId = uuidv7()) => {
      const fromUtcMs = Math.round(startUtcMs - ageDays * dayMs) + 20_000;
      const span = { alertId, cameraId, fromUtcMs, postMs: 5_000, keepMs: 30 * dayMs };
      return { alertId, untilUtcMs: stores.protectedSpans.ask(span, closedUtcMs) };
    };
    const files = [footage(9.1), footage(9), footage(8.5), footage(8), footage(7.2)];
    const open = ask(8, null);
    const over = ask(9, startUtcMs - 9 * dayMs + 30_000);
    // Nothing was recorded then: nobody says that it is kept.
    expect(ask(7, startUtcMs - 7 * dayMs + 30_000).untilUtcMs).toBeNull();
    const until = startUtcMs + 21 * dayMs + 35_000;
    expect([open.untilUtcMs, over.untilUtcMs]).toEqual([null, until]);
    expect(ask(9, null, over.alertId).untilUtcMs).toBe(until);
    expect(ask(9, startUtcMs, over.alertId).untilUtcMs).toBe(until);
    // Rules of this core end at its start what they do not know to be open: of the server's alerts they know nothing.
    stores.protectedSpans.endAllBut([], startUtcMs - 7.9 * dayMs);
    await pass();
    expect(exist(files)).toEqual([false, true, false, true, true]);
    expect(ask(8, startUtcMs - 7.9 * dayMs, open.alertId).untilUtcMs).toBe(startUtcMs + 22.1 * dayMs + 5_000);
  });

  it('is kept no longer when nobody knows its alert any more', async () => {
    const [known, unknown] = [alert(8, { isOver: false, keepDays: 1 }), alert(8, { isOver: false, keepDays: 1 })];
    stores.protectedSpans.endAllBut([known], startUtcMs - 7.9 * dayMs);
    expect(stores.protectedSpans.end(unknown, nowUtcMs)).toBeNull();
    expect(stores.protectedSpans.end(known, nowUtcMs)).toBe(nowUtcMs + 5_000 + dayMs);
  });
});
