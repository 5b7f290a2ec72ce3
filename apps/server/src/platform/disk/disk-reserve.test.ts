import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { DiskReserve, makeRoom } from './disk-reserve.ts';

let folder: string;
let logged = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-reserve-'));
  logged = '';
});
afterEach(() => rmSync(folder, { recursive: true }));

const free = (): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
const bytes = 1_048_576;
const isLaid = (): boolean => existsSync(join(folder, 'server.reserve'));
const reserve = (sizes: { laidFrom: number; letGoBelow: number }): DiskReserve =>
  new DiskReserve({
    dataDir: folder,
    log: createLog('info', { write: (line: string) => void (logged += line) }),
    sizes: { bytes, ...sizes },
  });

it('keeps room for the database that goes when others fill the disk, says so once, and takes it back when there is room', async () => {
  await reserve({ laidFrom: free() * 2, letGoBelow: 0 }).look();
  expect(isLaid()).toBe(false);
  await reserve({ laidFrom: 0, letGoBelow: 0 }).look();
  expect(isLaid()).toBe(true);
  const full = reserve({ laidFrom: 0, letGoBelow: free() * 2 });
  await full.look();
  await full.look();
  expect(isLaid()).toBe(false);
  expect(logged.match(/server_disk_full/g)).toHaveLength(1);
  await reserve({ laidFrom: 0, letGoBelow: 0 }).look();
  expect(isLaid()).toBe(true);
});

it('is let go of before the database starts on a disk that was filled meanwhile', async () => {
  await reserve({ laidFrom: 0, letGoBelow: 0 }).look();
  makeRoom(folder, { bytes, laidFrom: 0, letGoBelow: free() * 2 });
  expect(isLaid()).toBe(false);
});
