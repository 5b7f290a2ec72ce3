import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellsToHex, packCells } from '@sightline/media/motion-index/motion-cells';
import { hourMs } from '@sightline/media/motion-index/motion-hour';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeMark } from '../../platform/footage-mark.ts';
import { listMotionHours, motionFolder, motionPath, removeMotionBefore } from './motion-files.ts';
import { MotionIndexWriter } from './motion-index-writer.ts';
import { readMotionHeat, readMotionLevels, searchMotion } from '../search/motion-search.ts';

const hour = 480_000;
const start = hour * hourMs;
const everywhere = 'f'.repeat(36);
let volume: string;
let troubles: string[];

beforeEach(async () => {
  volume = await mkdtemp(join(tmpdir(), 'sightline-motion-'));
  troubles = [];
});
afterEach(() => rm(volume, { recursive: true, force: true }));

const writer = (): MotionIndexWriter => new MotionIndexWriter({ volume, onTrouble: (detail) => troubles.push(detail) });
const moved = (cell: number): { level: number; cells: Uint8Array } => ({
  level: 60,
  cells: new Uint8Array(144).fill(200, cell, cell + 1),
});
const quiet = { level: 0, cells: new Uint8Array(144) };
const search = (cells = everywhere, range = { fromUtcMs: start, toUtcMs: start + 2 * hourMs }) =>
  searchMotion({ volume, cameraId: 'gate', ...range, cells, minLevel: 20, quietMs: 3000, limit: 100 });

describe('the motion index on disk', () => {
  it('answers nothing for a camera that was never analysed', async () => {
    expect(await search()).toEqual({ items: [], knownMs: 0, nextToUtcMs: null });
    expect(
      await readMotionLevels({
        volume,
        cameraId: 'gate',
        fromUtcMs: start,
        toUtcMs: start + hourMs,
        bucketMs: 60_000,
      }),
    ).toEqual([]);
    await removeMotionBefore(volume, 'gate', Number.POSITIVE_INFINITY);
  });

  it('waits in memory for a disk that is not mounted, and writes nothing in its place', async () => {
    const index = writer();
    index.mark = 'mark';
    index.note('gate', start + 5_000, moved(3));
    await index.flush();
    expect(await readdir(volume)).toEqual([]);
    writeMark(volume, 'mark');
    await index.flush();
    expect((await search()).items).toHaveLength(1);
    expect(troubles).toEqual([]);
  });

  it('takes files of others, cut and damaged ones for unknown, and goes on', async () => {
    const index = writer();
    index.note('gate', start + 5_000, moved(3));
    index.note('gate', start + hourMs + 5_000, moved(3));
    await index.flush();
    await writeFile(motionPath(volume, 'gate', hour + 1), 'not an index');
    await writeFile(join(motionFolder(volume, 'gate'), 'notes.txt'), 'hello');
    expect((await search()).items).toHaveLength(1);
    await truncate(motionPath(volume, 'gate', hour), 1_000);
    expect(await search()).toMatchObject({ items: [], knownMs: 0 });
  });

  it('keeps what a former run wrote when it goes on within the same hour, also after a crash before the flush', async () => {
    const first = writer();
    first.note('gate', start + 10_000, moved(0));
    await first.flush();
    first.note('gate', start + 11_000, moved(0));
    const second = writer();
    second.note('gate', start + 70_000, moved(143));
    await second.flush();
    const { items, knownMs } = await search();
    expect(items.map((run) => (run.fromUtcMs - start) / 1000)).toEqual([70, 10]);
    expect(knownMs).toBe(2_000);
    expect((await search(`8${'0'.repeat(35)}`)).items).toHaveLength(1);
  });

  it('says quiet seconds are known, and writes only what is new', async () => {
    const index = writer();
    for (let second = 0; second < 120; second++)
      index.note('gate', start + second * 1000, second === 30 ? moved(20) : quiet);
    await index.flush();
    const before = await readFile(motionPath(volume, 'gate', hour));
    await index.flush();
    expect(await readFile(motionPath(volume, 'gate', hour))).toEqual(before);
    expect(await search()).toMatchObject({
      items: [{ fromUtcMs: start + 30_000, toUtcMs: start + 31_000, peakLevel: 60 }],
      knownMs: 120_000,
    });
    const levels = await readMotionLevels({
      volume,
      cameraId: 'gate',
      fromUtcMs: start,
      toUtcMs: start + 180_000,
      bucketMs: 60_000,
    });
    expect(levels).toEqual([60, 0, null]);
  });

  it('tries again when the disk refused', async () => {
    const index = writer();
    await writeFile(join(volume, 'motion'), 'a file where the folder should be');
    index.note('gate', start + 1_000, moved(1));
    await index.flush();
    expect(troubles).toHaveLength(1);
    await rm(join(volume, 'motion'));
    index.note('gate', start + 9_000, moved(1));
    await index.flush();
    expect((await search()).items).toHaveLength(2);
  });

  it('removes hours that ended before the instant, and empty folders, of that camera only', async () => {
    const index = writer();
    for (let offset = 0; offset < 50; offset++)
      for (const camera of ['gate', 'yard']) index.note(camera, start + offset * hourMs, moved(1));
    await index.flush();
    await removeMotionBefore(volume, 'gate', start + 30 * hourMs + 1);
    const range = { fromUtcMs: start, toUtcMs: start + 50 * hourMs };
    expect(await listMotionHours(volume, 'gate', range)).toHaveLength(20);
    expect(await listMotionHours(volume, 'yard', range)).toHaveLength(50);
    await removeMotionBefore(volume, 'gate', Number.POSITIVE_INFINITY);
    expect(await readdir(join(volume, 'motion'))).toEqual(['yard']);
  });

  it('SHELL-025 sums up how long something moved in each cell, within the range and from a level on', async () => {
    const index = writer();
    for (const second of [10, 11, 12]) index.note('gate', start + second * 1000, moved(0));
    index.note('gate', start + 20_000, moved(143));
    index.note('gate', start + 21_000, { ...moved(5), level: 10 });
    index.note('gate', start + hourMs, moved(0));
    await index.flush();
    const heat = (from: number, to: number) =>
      readMotionHeat({ volume, cameraId: 'gate', fromUtcMs: start + from, toUtcMs: start + to, minLevel: 20 });
    const { movedMs, knownMs } = await heat(0, 2 * hourMs);
    expect(movedMs).toHaveLength(144);
    expect([movedMs[0], movedMs[143], movedMs[5]]).toEqual([4000, 1000, 0]);
    expect(movedMs.reduce((sum, ms) => sum + ms, 0)).toBe(5000);
    expect(knownMs).toBe(6000);
    expect((await heat(10_500, 12_000)).movedMs[0]).toBe(1500);
    expect(
      await readMotionHeat({ volume, cameraId: 'yard', fromUtcMs: start, toUtcMs: start + 1, minLevel: 20 }),
    ).toEqual({
      movedMs: Array.from({ length: 144 }, () => 0),
      knownMs: 0,
    });
  });

  it('finds one moment an hour in a month of a busy camera', async () => {
    const index = writer();
    const hours = 30 * 24;
    for (let offset = 0; offset < hours; offset++) {
      // A busy place: something moves somewhere in every fifth minute, in the asked cells once an hour.
      for (let second = 0; second < 3600; second++) {
        const isBusy = Math.floor(second / 60) % 5 === 0;
        index.note('gate', start + offset * hourMs + second * 1000, isBusy ? moved(second === 1800 ? 77 : 5) : quiet);
      }
      if (offset % 48 === 47) await index.flush();
    }
    await index.flush();
    const range = { fromUtcMs: start, toUtcMs: start + hours * hourMs };
    const hex = cellsToHex(packCells(moved(77).cells, 1));
    const found = await searchMotion({
      volume,
      cameraId: 'gate',
      ...range,
      cells: hex,
      minLevel: 20,
      quietMs: 3000,
      limit: 1000,
    });
    expect(found.items).toHaveLength(hours);
    expect(found.knownMs).toBe(hours * hourMs);
  }, 30_000);
});
