import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layBallast, makeRoom } from './store-ballast.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('is not laid where it would be what fills the disk', async () => {
  expect(await layBallast(folder, { bytes: 1_000, keptFree: Number.MAX_SAFE_INTEGER })).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('cannot be laid into a folder that is away', async () => {
  await expect(layBallast(join(folder, 'absent'))).rejects.toThrow('ENOENT');
});

test('takes its room, once, and gives it back, also when it was begun only', async () => {
  writeFileSync(join(folder, 'core.ballast.draft'), 'half of it');
  expect(await layBallast(folder, { bytes: 2_500_000, keptFree: 0 })).toBe(true);
  const path = join(folder, 'core.ballast');
  expect([statSync(path).size, statSync(path).blocks * 512 >= 2_500_000]).toEqual([2_500_000, true]);
  expect(await layBallast(folder, { bytes: 5_000_000, keptFree: 0 })).toBe(true);
  expect(statSync(path).size).toBe(2_500_000);
  writeFileSync(`${path}.draft`, 'half of it');
  makeRoom(folder);
  expect(existsSync(path)).toBe(true);
  makeRoom(folder, Number.MAX_SAFE_INTEGER);
  expect(readdirSync(folder)).toEqual([]);
  makeRoom(folder, Number.MAX_SAFE_INTEGER);
});
