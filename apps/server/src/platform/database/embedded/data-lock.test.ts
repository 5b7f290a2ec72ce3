import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataLock, type DataLock } from './data-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Takes the lock in a process of its own, which then dies without releasing it. */
function leaveStaleLock(): void {
  const module = JSON.stringify(new URL('data-lock.ts', import.meta.url).href);
  const program = `(await import(${module})).takeDataLock(${JSON.stringify(folder)}, '/data').then(() => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', program]).signal).toBe('SIGKILL');
}

test('refuses a lock that is held, naming the holder, and gives it after release', async () => {
  const first = await takeDataLock(folder, '/data');
  await expect(takeDataLock(folder, '/data')).rejects.toMatchObject({
    code: 'data_folder_locked',
    message: expect.stringContaining(`process ${process.pid}`),
  });
  await first.release();
  await (await takeDataLock(folder, '/data')).release();
});

test('gives a stale lock to exactly one of many that ask at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    leaveStaleLock();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeDataLock(folder, '/data')));
    const winners = results.filter(
      (result): result is PromiseFulfilledResult<DataLock> => result.status === 'fulfilled',
    );
    expect(winners).toHaveLength(1);
    await expect(takeDataLock(folder, '/data')).rejects.toMatchObject({ code: 'data_folder_locked' });
    await winners[0]!.value.release();
  }
});
