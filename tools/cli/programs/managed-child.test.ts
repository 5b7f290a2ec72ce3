import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkout } from '../checkout.ts';
import { ManagedChild, type ChildMessage } from './managed-child.ts';
import { processesOfGroup } from './process-table.ts';

const program = relative(checkout, fileURLToPath(new URL('fixtures/managed-program.ts', import.meta.url)));
// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let reports: string[];
let messages: ChildMessage[];
let child: ManagedChild;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-child-'));
  reports = [];
  messages = [];
});

afterEach(async () => {
  await child.stop(500);
  rmSync(folder, { recursive: true, force: true });
});

function managed(...args: string[]): ManagedChild {
  child = new ManagedChild({
    name: 'program',
    program,
    args: () => args,
    folder,
    report: (line) => reports.push(line),
    onMessage: (message) => messages.push(message),
    isFinal: (code) => code === 'claim_code_invalid',
    outlives: (command) => command.includes('worker outliving'),
  });
  return child;
}

async function until(condition: () => boolean, limitMs = 10_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`did not come true within ${limitMs} ms: ${condition.toString()}`);
    await sleep(10);
  }
}

test('a refusal keeps its code and sentence, and is not repeated', async () => {
  await expect(managed('refuse', 'disk_full').start()).rejects.toMatchObject({
    code: 'disk_full',
    message: 'refused with disk_full',
  });
  expect(reports).toEqual([]);
  expect(messages).toHaveLength(1);
});

test('a program that ends without a word is reported with its last lines and its log', async () => {
  await expect(managed('silent').start()).rejects.toThrow(/ended \(code 3\) before it was ready.*\n.*my last words/);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('my last words');
});

test('a killed program is started again, after its own children are gone', async () => {
  await managed('good').start();
  const first = child.pid!;
  await until(() => processesOfGroup(first).length === 2);
  process.kill(first, 'SIGKILL');
  await until(() => reports.some((line) => line.includes('runs again')));
  expect(child.pid).not.toBe(first);
  expect(processesOfGroup(first)).toEqual([]);
  expect(reports[0]).toMatch(/ended unexpectedly; starting it again in 0.2 s/);
});

test('what outlives a killed program is not waited for, and the rest of its group is', async () => {
  await managed('outliving').start();
  const first = child.pid!;
  await until(() => processesOfGroup(first).length === 2);
  const worker = processesOfGroup(first).find(({ pid }) => pid !== first);
  process.kill(first, 'SIGKILL');
  await until(() => reports.some((line) => line.includes('runs again')));
  expect(processesOfGroup(first).map(({ pid }) => pid)).toEqual([worker?.pid]);
  await until(() => processesOfGroup(first).length === 0);
});

test('a program that says that only a person can help is not started again', async () => {
  await managed('regret', 'claim_code_invalid').start();
  expect(await child.givenUp).toMatchObject({ message: 'regretted with claim_code_invalid' });
  expect(reports).toEqual([]);
});

test('a program that says why it ended is started again, and the reason is told', async () => {
  await managed('regret', 'disk_full').start();
  await until(() => reports.length > 0);
  expect(reports[0]).toBe('the program ended (regretted with disk_full); starting it again in 0.2 s');
});

test('a program that ignores SIGTERM is ended with its whole group', async () => {
  await managed('stubborn').start();
  const group = child.pid!;
  await until(() => processesOfGroup(group).length === 2);
  await child.stop(300);
  await until(() => processesOfGroup(group).length === 0);
});

test('a program stopped before it was ready does not come back', async () => {
  const starting = managed('good').start();
  starting.catch(() => undefined);
  await child.stop(500);
  await starting.catch(() => undefined);
  if (child.pid !== undefined) await until(() => processesOfGroup(child.pid!).length === 0);
  expect(reports).toEqual([]);
});

test('what a killed supervisor left running is gone before the next start', async () => {
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL('fixtures/managed-parent.ts', import.meta.url)), folder, 'lingering'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const left = Number(
    await new Promise<string>((resolve) => parent.stdout.once('data', (chunk) => resolve(String(chunk)))),
  );
  parent.kill('SIGKILL');
  await new Promise((resolve) => parent.once('close', resolve));
  expect(processesOfGroup(left).length).toBeGreaterThan(0);
  await managed('good').start();
  expect(processesOfGroup(left)).toEqual([]);
});
