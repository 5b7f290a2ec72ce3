import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkout } from './checkout.ts';
import { listProcesses, processesOfGroup } from './programs/process-table.ts';

type RunningUp = { process: ChildProcess; output: string; exited: Promise<number | null> };

const limitMs = 60_000;
let folder: string;
let data: string;
let copies: RunningUp[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-up-'));
  chmodSync(folder, 0o711);
  data = join(folder, 'data');
  copies = [];
  writeFileSync(join(folder, 'index.html'), '<title>test</title>');
});

afterEach(async () => {
  for (const copy of copies) copy.process.kill('SIGTERM');
  await Promise.all(copies.map((copy) => copy.exited));
  await until(() => ofThisTest().length === 0, 12_000);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

function up(): RunningUp {
  const args = [join(checkout, 'tools/cli/main.ts'), 'up', '--no-demo', '--port', '0', '--data', data, '--web', folder];
  const child = spawn(process.execPath, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const copy: RunningUp = {
    process: child,
    output: '',
    exited: new Promise((resolve) => child.once('close', resolve)),
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (copy.output += String(chunk)));
  copies.push(copy);
  return copy;
}

async function untilRunning(copy: RunningUp): Promise<string> {
  await until(() => /Sightline runs at/.test(copy.output) || copy.process.exitCode !== null, limitMs);
  const url = /Sightline runs at (\S+)/.exec(copy.output)?.[1];
  if (url === undefined) throw new Error(`up did not start:\n${copy.output}`);
  return url;
}

async function until(condition: () => boolean | Promise<boolean>, waitMs = 20_000): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(
        `did not come true within ${waitMs} ms: ${condition.toString()}\n${copies.map((copy) => copy.output).join('\n')}`,
      );
    await sleep(20);
  }
}

/** Everything that names this test's folder: programs, their workers' groups, PostgreSQL and its watchdog. */
function ofThisTest(): string[] {
  return listProcesses()
    .filter((one) => one.command.includes(folder))
    .map((one) => `${one.pid} ${one.command}`);
}

/** 0 between the end of one process and the start of the next. */
function pidOf(program: string): number {
  const record = join(data, program, 'process');
  return existsSync(record) ? Number(readFileSync(record, 'utf8')) : 0;
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

test('a program that is killed comes back, and SIGTERM ends everything within 10 s', { timeout: 120_000 }, async () => {
  const copy = up();
  const url = await untilRunning(copy);
  for (const program of ['server', 'edge']) {
    const victim = pidOf(program);
    process.kill(victim, 'SIGKILL');
    await until(
      () =>
        ![0, victim].includes(pidOf(program)) &&
        copy.output.includes(`${program === 'edge' ? 'core' : 'server'} runs again`),
    );
    // The recorder of the old core makes room for the new one.
    await until(() => processesOfGroup(victim).length === 0);
  }
  await until(() => isHealthy(url));
  const groups = [pidOf('server'), pidOf('edge')];
  copy.process.kill('SIGTERM');
  expect(await copy.exited).toBe(0);
  expect(ofThisTest()).toEqual([]);
  expect(groups.flatMap(processesOfGroup)).toEqual([]);
  expect(existsSync(join(data, 'server', 'process'))).toBe(false);
});

test('after kill -9 of the command itself it can be run again at once', { timeout: 120_000 }, async () => {
  const first = up();
  await untilRunning(first);
  const groups = [pidOf('server'), pidOf('edge')];
  first.process.kill('SIGKILL');
  await first.exited;
  const second = up();
  const url = await untilRunning(second);
  expect(groups.flatMap(processesOfGroup)).toEqual([]);
  expect(await isHealthy(url)).toBe(true);
});

test('stops properly also when nobody reads its output any more', { timeout: 120_000 }, async () => {
  const copy = up();
  await untilRunning(copy);
  copy.process.stdout?.destroy();
  copy.process.stderr?.destroy();
  copy.process.kill('SIGINT');
  expect(await copy.exited).toBe(0);
  expect(ofThisTest()).toEqual([]);
});

test('Ctrl-C during the start ends everything too', { timeout: 120_000 }, async () => {
  const copy = up();
  await until(() => ofThisTest().some((line) => line.includes('postgres')), limitMs);
  copy.process.kill('SIGINT');
  expect(await copy.exited).toBe(0);
  expect(ofThisTest()).toEqual([]);
});
