import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DemoMessage } from './demo.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-demo-main-'));
  await writeFile(join(folder, 'password'), 'a long enough password');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Nothing listens on port 9 of loopback: the demo waits for its server. */
function start(args: string[]): { child: ChildProcess; told: DemoMessage[]; exited: Promise<number | null> } {
  const child = fork(new URL('./main.ts', import.meta.url), args, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  const told: DemoMessage[] = [];
  child.on('message', (message: DemoMessage) => void told.push(message));
  return { child, told, exited: new Promise((resolve) => child.once('exit', resolve)) };
}

const waiting = (): string[] => [
  '--data',
  folder,
  '--server',
  'http://127.0.0.1:9',
  '--password-file',
  join(folder, 'password'),
  '--no-clip',
];

/** Processes that draw below this folder. */
async function drawing(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes('media-worker') && line.includes(folder));
}

test('says what it needs and ends', async () => {
  const { told, exited } = start(['--data', folder]);
  expect(await exited).toBe(2);
  expect(told).toMatchObject([{ type: 'failed', code: 'usage' }]);
});

test('says that the password cannot be read', async () => {
  await rm(join(folder, 'password'));
  const { told, exited } = start(waiting());
  expect(await exited).toBe(1);
  expect(told.at(-1)).toMatchObject({ type: 'failed', code: 'ENOENT' });
});

test.runIf(process.platform === 'linux').each(['SIGTERM', 'disconnect', 'SIGKILL'] as const)(
  'leaves no process behind after %s',
  async (how) => {
    const { child, exited } = start(waiting());
    await expect.poll(drawing, { timeout: 10_000 }).toHaveLength(1);
    if (how === 'disconnect') child.disconnect();
    else child.kill(how);
    await exited;
    await expect.poll(drawing, { timeout: 15_000 }).toEqual([]);
  },
);
