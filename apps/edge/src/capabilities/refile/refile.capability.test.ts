import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Close } from '../../platform/capabilities/edge-capability.ts';
import { nowUtcMs } from '../../platform/clock.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';
import { ClockCopy, readClockCopy } from '../../platform/store/clock-copy.ts';
import { ClockSpans } from '../../platform/store/clock-spans.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { ClockKeeping } from '../keep-time/clock-keeping.ts';
import { refileCapability } from './refile.capability.ts';

const dayMs = 86_400_000;
const log = pino({ level: 'silent' });
let folder: string;
let stores: EdgeStores;
let clockKeeping: ClockKeeping;
let closes: Close[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refile-capability-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  clockKeeping = new ClockKeeping({ dataFolder: folder, log });
  closes = [() => clockKeeping.stop()];
});
afterEach(async () => {
  await stop();
  correctClock(0);
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const stop = async (): Promise<void> => {
  for (const close of closes.splice(0).toReversed()) await close({ leavesRecorder: false, left: () => undefined });
};

async function start() {
  const volume = join(folder, 'footage');
  const isHere = (): Promise<boolean> => Promise.resolve(true);
  const clockCopy = new ClockCopy({ volume, isHere, log, flushMs: 1 });
  closes.push(() => clockCopy.stop());
  const needs = { stores, place: { volume, isHere }, clockCopy, clockKeeping, log };
  const { gives } = await refileCapability.start(needs as never, (close) => void closes.push(close));
  return gives!.refiling;
}
const span = () => new ClockSpans(stores.store).present();

test('a core that starts holds what it has to tell until its server says that the clock is right', async () => {
  const refiling = await start();
  expect(refiling.isHeld()).toBe(true);
  clockKeeping.measured(0);
  expect(refiling.isHeld()).toBe(false);
  expect(span()).toBeNull();
});

test('a clock that is three days ahead is put right, and what it dated in the store and in memory with it', async () => {
  const refiling = await start();
  // As if the machine had been that wrong from the beginning.
  const wrongNow = Math.round(nowUtcMs());
  const right: number[] = [];
  refiling.hearCorrections((correct) => right.push(correct(wrongNow)));
  const sequence = stores.outbox.append(wrongNow, { kind: 'coreNotice', code: 'disk_slow', detail: 'then' });
  for (let asked = 0; asked < 3 && right.length === 0; asked++) clockKeeping.measured(3 * dayMs);
  expect(right).toEqual([wrongNow - 3 * dayMs]);
  const told = stores.outbox.after(0, 9).find((record) => record.sequence === sequence);
  expect(told?.atUtcMs).toBe(wrongNow - 3 * dayMs);
  expect(Math.abs(nowUtcMs() - (wrongNow - 3 * dayMs))).toBeLessThan(60_000);
  // What still comes of before is waited for.
  expect(refiling.isHeld()).toBe(true);
});

test('the time in which nobody knows is written down beside the footage, and goes on in the next process', async () => {
  await start();
  const begun = span();
  await stop();
  expect(readClockCopy(join(folder, 'footage'))).toMatchObject([{ number: begun?.number, began: { run: begun?.run } }]);
  clockKeeping = new ClockKeeping({ dataFolder: folder, log });
  closes.push(() => clockKeeping.stop());
  await start();
  expect(span()?.number).toBe(begun?.number);
});

test('sees by itself that somebody sets the clock, and holds again what was not certain any more', async () => {
  await stop();
  let setByMs = 0;
  const machine = {
    nowUtcMs: () => Date.now() + setByMs,
    monotonicMs: () => performance.now(),
    upMs: () => performance.now(),
  };
  clockKeeping = new ClockKeeping({ dataFolder: folder, log, machine });
  closes.push(() => clockKeeping.stop());
  const refiling = await start();
  clockKeeping.measured(0);
  expect(span()).toBeNull();
  setByMs = 3 * dayMs;
  await vi.waitFor(() => expect(span()).not.toBeNull(), { timeout: 10_000 });
  expect(refiling.isHeld()).toBe(true);
});
