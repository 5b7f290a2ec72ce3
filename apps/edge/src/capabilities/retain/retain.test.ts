import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { planRetention, type RetainedSegment } from './plan-retention.ts';
import { Retention } from './retention.ts';
import { RoomBudget } from './room-budget.ts';
import { roomTakers } from './room-takers.ts';

const dayMs = 86_400_000;
const testNowUtcMs = 1_800_000_000_000;
const segment = (name: string, ageDays: number, rest: Partial<RetainedSegment> = {}): RetainedSegment => ({
  path: `s/${name}.mp4`,
  cameraId: 'a',
  startUtcMs: testNowUtcMs - ageDays * dayMs - 60_000,
  endUtcMs: testNowUtcMs - ageDays * dayMs,
  bytes: 100,
  isProtected: false,
  isSmart: false,
  ...rest,
});
const plan = (segments: RetainedSegment[], rest: Partial<Parameters<typeof planRetention>[0]> = {}) =>
  planRetention({
    segments,
    policies: new Map(),
    nowUtcMs: testNowUtcMs,
    freeBytes: 1000,
    floorBytes: 100,
    ...rest,
  }).map((step) => `${step.path.slice(2, -4)} ${step.reason}`);

describe('plan of retention', () => {
  it('never chooses protected footage, not even for the floor', () => {
    const policies = new Map([['a', { retentionDays: 1, retentionBytes: 0 }]]);
    expect(plan([segment('old', 90, { isProtected: true })], { policies, freeBytes: 0, floorBytes: 1e9 })).toEqual([]);
  });

  it('keeps everything without limits and with room', () => {
    expect(plan([segment('old', 900)])).toEqual([]);
  });

  it('takes what is wholly older than the days of its camera', () => {
    const policies = new Map([['a', { retentionDays: 30, retentionBytes: null }]]);
    expect(
      plan([segment('new', 29.99), segment('old', 30.01), segment('other', 99, { cameraId: 'b' })], { policies }),
    ).toEqual(['old days']);
  });

  it('takes the oldest of a camera that holds too many bytes', () => {
    const policies = new Map([['a', { retentionDays: null, retentionBytes: 250 }]]);
    expect(plan([segment('3', 3), segment('1', 1), segment('4', 4), segment('2', 2)], { policies })).toEqual([
      '4 bytes',
      '3 bytes',
    ]);
  });

  it('takes the oldest of all until the floor is reached', () => {
    expect(
      plan([segment('1', 1), segment('3', 3, { cameraId: 'b' }), segment('2', 2)], { freeBytes: 0, floorBytes: 150 }),
    ).toEqual(['3 floor', '2 floor']);
  });

  const mixed = new Map([
    ['a', { retentionDays: 30, retentionBytes: null }],
    ['smart', { retentionDays: 7, retentionBytes: null, smartRetentionDays: 90 }],
    ['brief', { retentionDays: 1, retentionBytes: null }],
  ]);
  const smart = (name: string, ageDays: number): RetainedSegment =>
    segment(name, ageDays, { cameraId: 'smart', isSmart: true });
  const regular = (name: string, ageDays: number): RetainedSegment => segment(name, ageDays, { cameraId: 'smart' });
  it.each([
    [
      'old smart footage before the regular footage of today of another camera',
      [segment('today', 0.1), smart('old', 80)],
      ['old', 'today'],
    ],
    [
      'old smart footage before the regular footage of yesterday of another camera',
      [segment('new', 1.1), smart('old', 80)],
      ['old', 'new'],
    ],
    [
      'regular before smart of one camera, also when that is older',
      [smart('smart', 20), regular('regular', 5)],
      ['regular', 'smart'],
    ],
    [
      'the last day of everybody last',
      [regular('now', 0.5), smart('old', 2), segment('older', 3)],
      ['older', 'old', 'now'],
    ],
    [
      'the last day of a camera that keeps one day after older footage of others',
      [segment('brief', 0.9, { cameraId: 'brief' }), segment('a', 2)],
      ['a', 'brief'],
    ],
    ['within the last day regular before smart', [smart('smart', 0.9), regular('regular', 0.5)], ['regular', 'smart']],
    [
      'what is nearer to the end of its days',
      [segment('third', 10), regular('half', 3.6), smart('tenth', 9)],
      ['half', 'third', 'tenth'],
    ],
    [
      'what lies in the future last, by a clock that was wrong',
      [segment('future', -3), segment('now', 0.01)],
      ['now', 'future'],
    ],
  ] as const)('the floor takes %s', (_name, segments, order) => {
    const takeAll = plan([...segments], { policies: mixed, freeBytes: 0, floorBytes: 1e9 });
    expect(takeAll).toEqual(order.map((name) => `${name} floor`));
    expect(plan([...segments], { policies: mixed, freeBytes: 0, floorBytes: 1 })).toEqual([`${order[0]} floor`]);
  });

  it('is always oldest first, and takes no more than needed for the floor', () => {
    const one = fc.record({ ageDays: fc.nat(100), bytes: fc.integer({ min: 1, max: 500 }), isProtected: fc.boolean() });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat(3000), (list, floorBytes) => {
        const segments = list.map((item, index) => segment(String(index), item.ageDays, item));
        const steps = planRetention({
          segments,
          policies: new Map(),
          nowUtcMs: testNowUtcMs,
          freeBytes: 500,
          floorBytes,
        });
        const chosen = steps.map((step) => segments.find((item) => item.path === step.path)!);
        for (let i = 1; i < chosen.length; i++)
          expect(chosen[i]!.startUtcMs).toBeGreaterThanOrEqual(chosen[i - 1]!.startUtcMs);
        expect(chosen.some((item) => item.isProtected)).toBe(false);
        const freed = chosen.slice(0, -1).reduce((sum, item) => sum + item.bytes, 0);
        if (chosen.length > 0) expect(500 + freed).toBeLessThan(floorBytes);
      }),
    );
  });
});

describe('retention', () => {
  const volume = mkdtempSync(join(tmpdir(), 'sightline-retain-'));
  afterEach(() => rmSync(volume, { recursive: true, force: true }));

  it('deletes file and index, forgets the row, and leaves no empty folders', async () => {
    const [old, kept] = ['s/2026-01-01/10/1.mp4', 's/2026-01-02/10/2.mp4'];
    for (const path of [old!, kept!]) {
      mkdirSync(dirname(join(volume, path)), { recursive: true });
      for (const name of [path, path.replace('.mp4', '.idx')]) writeFileSync(join(volume, name), 'x');
    }
    const rows = new Map(
      [old!, kept!, 's/2026-01-01/11/missing.mp4'].map((path, index) => [path, segment('x', 50 - index * 5, { path })]),
    );
    const failures: unknown[] = [];
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map([['a', { retentionDays: 47, retentionBytes: null }]]),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 0,
      removed: (step) => rows.delete(step.path),
      failed: (_path, error) => failures.push(error),
    });
    await Promise.all([retention.run(), retention.run()]);
    expect(failures).toEqual([]);
    expect([...rows.keys()]).toEqual([kept, 's/2026-01-01/11/missing.mp4']);
    expect(existsSync(join(volume, 's/2026-01-01'))).toBe(false);
    expect(existsSync(join(volume, kept!))).toBe(true);
    await retention.stop();
  });

  it('forgets nothing when the disk is not there, or goes while files are deleted', async () => {
    const rows = new Map(['1', '2', '3'].map((name) => [name, segment(name, 90)]));
    const seen = [true, true, false, false];
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map([['a', { retentionDays: 1, retentionBytes: null }]]),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 0,
      freeBytes: () => Promise.resolve(1e9),
      isHere: () => Promise.resolve(seen.shift() ?? false),
      removed: (step) => rows.delete(step.path.slice(2, -4)),
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    await retention.run();
    expect([...rows.keys()]).toEqual(['2', '3']);
    await retention.run();
    expect([...rows.keys()]).toEqual(['2', '3']);
  });

  it.each([
    ['comes', [900, 400]],
    ['goes', [400, 900]],
  ])('takes nothing for what lies beside footage and %s meanwhile', async (_what, floors) => {
    const retention = new Retention({
      volume,
      segments: () => [segment('1', 1), segment('2', 2)],
      policies: () => new Map(),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => Promise.resolve(floors.shift() ?? 0),
      freeBytes: () => Promise.resolve(500),
      removed: (step) => expect.unreachable(step.path),
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    await retention.run();
    expect(floors).toEqual([]);
  });

  it('makes room at once when the disk fills before the next pass, yet no more than once when that does not help', async () => {
    const rows = new Map(['1', '2', '3', '4'].map((name, index) => [name, segment(name, 9 - index, { bytes: 600 })]));
    let [free, givenBack] = [1_000, 600];
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map(),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 1_000,
      freeBytes: () => Promise.resolve(free),
      lookMs: 1,
      removed: ({ path }) => {
        rows.delete(path.slice(2, -4));
        free += givenBack;
      },
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    const leaves = async (bytes: number, names: string[]): Promise<void> => {
      await retention.run();
      free = bytes;
      await expect.poll(() => [...rows.keys()]).toEqual(names);
    };
    const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    retention.start();
    await leaves(600, ['1', '2', '3', '4']);
    await aWhile();
    await leaves(400, ['2', '3', '4']);
    await leaves(400, ['3', '4']);
    givenBack = 0;
    free = 1_000;
    await leaves(400, ['4']);
    await aWhile();
    expect([...rows.keys()]).toEqual(['4']);
    await retention.stop();
  });

  it('goes on making room while the store can neither forget what is gone nor be read, and counts nothing twice', async () => {
    const files = ['1', '2', '3', '4'].map((name, index) => segment(name, 9 - index, { bytes: 100 }));
    for (const { path } of files) {
      mkdirSync(dirname(join(volume, path)), { recursive: true });
      writeFileSync(join(volume, path), 'x');
    }
    const left = (): string[] =>
      files.map(({ path }) => path.slice(2, -4)).filter((name) => existsSync(join(volume, `s/${name}.mp4`)));
    const failures: unknown[] = [];
    let isReadable = true;
    const retention = new Retention({
      volume,
      segments: () => {
        if (!isReadable) throw new Error('database or disk is full');
        return files;
      },
      policies: () => new Map(),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 150,
      // Whatever is freed is taken at once.
      freeBytes: () => Promise.resolve(0),
      removed: () => new Promise(() => undefined),
      failed: (_path, error) => failures.push(error),
    });
    await retention.run();
    expect(left()).toEqual(['3', '4']);
    isReadable = false;
    await retention.run();
    expect(left()).toEqual([]);
    expect(failures).toHaveLength(1);
  });

  it('has no footage emptied by others who fill the disk: as much goes as cameras write, oldest first, and somebody hears', async () => {
    const rows = new Map(
      Array.from({ length: 20 }, (_, index) => [`s/${String(index)}.mp4`, segment(String(index), 40 - index)]),
    );
    let nowMs = 0;
    const short: number[] = [];
    const budget = new RoomBudget({ bytesPerMs: () => 200 / 60_000, monotonicMs: () => nowMs });
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map(),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 1_000,
      // Whatever is freed is taken at once.
      freeBytes: () => Promise.resolve(0),
      budget,
      short: (bytes) => short.push(bytes),
      removed: ({ path }) => rows.delete(path),
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    for (let n = 0; n < 5; n++) await retention.run();
    expect([...rows.keys()]).toEqual(Array.from({ length: 18 }, (_, index) => `s/${String(index + 2)}.mp4`));
    expect(short).toEqual([800, 1_000, 1_000, 1_000, 1_000]);
    nowMs += 60_000;
    await retention.run();
    expect(rows.size).toBe(16);
  });

  it('deletes what is over its days whatever the budget for room', async () => {
    const rows = new Map(['1', '2', '3'].map((name) => [`s/${name}.mp4`, segment(name, 90)]));
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map([['a', { retentionDays: 1, retentionBytes: null }]]),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 0,
      freeBytes: () => Promise.resolve(1e9),
      budget: new RoomBudget({ bytesPerMs: () => 0, monotonicMs: () => 0 }),
      short: () => expect.unreachable('nothing is short'),
      removed: ({ path }) => rows.delete(path),
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    await retention.run();
    expect(rows.size).toBe(0);
  });

  it('names the large files beside footage that were changed last, and then the largest', async () => {
    const sinceUtcMs = Date.now() - dayMs;
    const put = (name: string, mebibytes: number, isOld = false): string => {
      const path = join(volume, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.alloc(mebibytes * 1024 ** 2, 1));
      if (isOld) utimesSync(path, 1, 1);
      return path;
    };
    const [footage, dump, old, deep] = [
      put('footage/1.mp4', 9),
      put('dump.bin', 4),
      put('old.img', 6, true),
      put('a/b/c.log', 5),
    ];
    put('small', 0);
    const takers = await roomTakers({ folder: volume, except: [dirname(footage)], sinceUtcMs, top: volume });
    expect(takers.map(({ path }) => path)).toEqual([deep, dump, old]);
    expect(takers[0]!.bytes).toBeGreaterThanOrEqual(5 * 1024 ** 2);
  });

  it('forgets the row of a file that is already gone', async () => {
    const rows = new Map([['s/2026-01-01/10/9.mp4', segment('x', 90, { path: 's/2026-01-01/10/9.mp4' })]]);
    const retention = new Retention({
      volume,
      segments: () => [...rows.values()],
      policies: () => new Map(),
      nowUtcMs: () => testNowUtcMs,
      floorBytes: () => 10,
      freeBytes: () => Promise.resolve(0),
      removed: (step) => rows.delete(step.path),
      failed: (path, error) => expect.unreachable(`${path} ${String(error)}`),
    });
    await retention.run();
    expect(rows.size).toBe(0);
  });
});
