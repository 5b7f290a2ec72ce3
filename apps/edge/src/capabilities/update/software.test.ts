import { testReleaseKey } from '@sightline/testing/edge-releases/make-package';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SoftwareFolder } from '../../platform/software/software-folder.ts';
import { firstState, type SoftwareState } from '../../platform/software/software-state.ts';
import { storeSteps } from '../../platform/store/schema.ts';
import { openEdgeStores, type EdgeStores } from '../../platform/store/edge-stores.ts';
import type { RecordingNow } from '../record/media-supervision.ts';
import { ReleaseKeys, Software } from './software.ts';

let folder: string;
let stores: EdgeStores;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-software-'));
  stores = openEdgeStores(folder);
  told = [];
});
afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const clock = { nowUtcMs: () => 1_000_000, monotonicMs: () => 0 };
const makeSoftware = (
  softwareFolder: string | null,
  recordingNow = (): RecordingNow => ({ recorded: new Set(), unwanted: new Set() }),
): Software =>
  new Software({
    config: {
      dataFolder: folder,
      softwareFolder,
      releaseKeys: null,
      serverUrl: 'http://127.0.0.1:1',
      serverCa: null,
    } as never,
    stores,
    isLinked: () => true,
    recordingNow,
    notify: ({ type }) => void told.push(type),
    clock,
    log: { info: () => undefined, warn: () => undefined } as never,
  });

describe('keys whose packages a core runs', () => {
  it('are those of its installation, whatever its server says', () => {
    new ReleaseKeys(folder, ['given']).adopt(['of the server']);
    expect(new ReleaseKeys(folder, null).list()).toEqual(['given']);
  });

  it('are those of the server that claimed it first, and stay', () => {
    const keys = new ReleaseKeys(folder, null);
    expect(keys.list()).toEqual([]);
    keys.adopt([]);
    keys.adopt([testReleaseKey]);
    keys.adopt(['of another server']);
    expect(new ReleaseKeys(folder, null).list()).toEqual([testReleaseKey]);
  });
});

it('a core without its launcher announces nothing, and says that it is updated by hand', () => {
  const software = makeSoftware(null);
  expect(software.capabilities()).toEqual([]);
  const { handlers } = software;
  const byHand = expect.objectContaining({ code: 'core_update_by_hand' });
  expect(() => handlers['software.status']({}, 1_000)).toThrow(byHand);
  expect(() => handlers['software.rollBack']({ updateId: 'any' }, 1_000)).toThrow(byHand);
});

it('a version on trial is not proved before each stream that was recorded came once, however they come and go', async () => {
  const path = join(folder, 'software');
  const [from, to] = ['installed', '0.2.0-0123456789ab'].map((name) => ({ name, readsTo: storeSteps.length })) as [
    SoftwareState['current'],
    SoftwareState['current'],
  ];
  const trial = {
    updateId: 'u1',
    from,
    to,
    recorded: 2,
    wasLinked: true,
    streams: ['a', 'b'],
    atUtcMs: 1,
    starts: 1,
    failure: null,
  };
  new SoftwareFolder(path).write({ ...firstState(storeSteps.length), trial });
  vi.useFakeTimers();
  try {
    let recorded = ['a'];
    const software = makeSoftware(path, () => ({ recorded: new Set(recorded), unwanted: new Set() }));
    software.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([]);
    recorded = ['b'];
    await vi.advanceTimersByTimeAsync(600);
    expect(told).toEqual(['software.proved']);
    await software.stop();
  } finally {
    vi.useRealTimers();
  }
});

it('tells how an update ended once the disk takes it, and does not end the core before', async () => {
  const path = join(folder, 'software');
  const result = {
    updateId: 'u1',
    from: 'installed',
    to: '0.2.0-0123456789ab',
    outcome: 'updated',
    cause: null,
  } as const;
  new SoftwareFolder(path).write({
    ...firstState(storeSteps.length),
    result: { ...result, switchedAtUtcMs: 1, endedAtUtcMs: 2 },
  });
  const append = vi.spyOn(stores.outbox, 'append').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  vi.useFakeTimers();
  try {
    const software = makeSoftware(path);
    software.start();
    await vi.advanceTimersByTimeAsync(1_200);
    expect(append).toHaveBeenCalledTimes(2);
    await software.stop();
  } finally {
    vi.useRealTimers();
  }
  expect(stores.outbox.after(0, 9)).toMatchObject([{ body: { kind: 'softwareState', state: 'updated' } }]);
});

it('tells once how an update ended, and how long was not recorded for its sake', async () => {
  const path = join(folder, 'software');
  const result = {
    updateId: 'u1',
    from: 'installed',
    to: '0.2.0-0123456789ab',
    outcome: 'rolledBack',
    cause: 'core_update_crashed',
  } as const;
  new SoftwareFolder(path).write({
    ...firstState(storeSteps.length),
    result: { ...result, switchedAtUtcMs: 500_000, endedAtUtcMs: 600_000 },
  });
  stores.gaps.put({ streamId: 's1', startUtcMs: 500_000, endUtcMs: 504_000, cause: 'core_updating', isOpen: false });
  stores.gaps.put({ streamId: 's1', startUtcMs: 505_000, endUtcMs: 506_500, cause: 'core_updating', isOpen: false });
  stores.gaps.put({ streamId: 's1', startUtcMs: 100_000, endUtcMs: 400_000, cause: 'edge_down', isOpen: false });
  for (let start = 0; start < 2; start++) {
    const software = makeSoftware(path);
    expect(software.capabilities()).toEqual(['update']);
    software.start();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await software.stop();
  }
  const records = stores.outbox.after(0, 10).map(({ body }) => body);
  expect(records).toEqual([
    {
      kind: 'softwareState',
      updateId: 'u1',
      state: 'rolledBack',
      progress: 1,
      cause: 'core_update_crashed',
      version: '0.1.0',
      recordingGapMs: 5_500,
    },
  ]);
});
