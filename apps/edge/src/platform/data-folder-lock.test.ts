import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, socketPathFor } from './data-folder-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('refuses a data folder that another copy uses, and leaves that copy alone', async () => {
  const first = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_locked' });
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_locked' });
  first.release();
  (await lockDataFolder(folder)).release();
});

test('takes over the lock of a process that was killed', async () => {
  const module = fileURLToPath(new URL('./data-folder-lock.ts', import.meta.url));
  const script = `const { lockDataFolder } = await import(${JSON.stringify(module)}); await lockDataFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_locked' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await lockDataFolder(folder)).release();
});

test('keeps socket paths short enough for the kernel', () => {
  expect(socketPathFor(join(folder, 'x'.repeat(120)), 'core.lock').length).toBeLessThanOrEqual(100);
});
