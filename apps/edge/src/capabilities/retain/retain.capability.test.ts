import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Close } from '../../platform/capabilities/edge-capability.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { retainCapability } from './retain.capability.ts';

const edgeId = uuidv7();
const nowUtcMs = 1_800_000_000_000;
let folder: string;
let volume: string;
let stores: EdgeStores;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retain-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run() {
  stores = openEdgeStores(folder);
  stores.desired.own('coreSettings', retainCapability.owns?.(stores).coreSettings);
  const isHere = (): Promise<boolean> => Promise.resolve(true);
  const core = {
    stores,
    place: { isHere },
    isFootageKnown: isHere,
    clock: { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 },
    log: pino({ level: 'silent' }),
    config: { dataFolder: folder, softwareFolder: null, volume, leastDays: 2 },
    step: () => undefined,
  };
  const closes: Close[] = [];
  const running = await retainCapability.start(core as never, (close) => closes.push(close));
  return {
    set: (revision: number, leastDays: number | null) => {
      const desired = leastDays === null ? null : { leastDays };
      stores.desired.apply(
        { sequence: revision, entity: 'coreSettings', entityId: edgeId, revision, desired },
        nowUtcMs,
      );
      running.configure?.();
    },
    leastDays: async () => (await running.handlers['storage.overview']({}, 1_000)).leastDays,
    stop: async () => {
      for (const close of closes) await close({ leavesRecorder: false, left: () => undefined });
      stores.store.close();
    },
  };
}

test('goes by the days that people set, at once and after a restart, and as it was started where nothing is set', async () => {
  const first = await run();
  expect(await first.leastDays()).toBe(2);
  first.set(1, 7);
  expect(await first.leastDays()).toBe(7);
  first.set(2, 0);
  expect(await first.leastDays()).toBe(0);
  await first.stop();
  const second = await run();
  expect(await second.leastDays()).toBe(0);
  second.set(3, null);
  expect(await second.leastDays()).toBe(2);
  await second.stop();
});
