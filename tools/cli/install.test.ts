import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkout } from './checkout.ts';
import { runProgram } from './programs/run-program.ts';

// Real processes on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-install-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A checkout with one dependency, packed beside it so that no registry is asked. */
function makeCheckout(dependency: string): void {
  mkdirSync(join(folder, 'thing'));
  writeFileSync(
    join(folder, 'thing', 'package.json'),
    JSON.stringify({ name: 'thing', version: '1.2.3', scripts: { install: 'exit 1' } }),
  );
  execFileSync('npm', ['pack', './thing'], { cwd: folder, stdio: 'ignore' });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'checkout', version: '1.0.0', dependencies: { thing: dependency } }),
  );
  const thing = { version: '1.2.3', resolved: dependency };
  const packages = {
    '': { name: 'checkout', version: '1.0.0', dependencies: { thing: dependency } },
    'node_modules/thing': thing,
  };
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
}

function install(...args: string[]): { code: number | null; output: string } {
  const env = {
    ...process.env,
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9',
  };
  const result = spawnSync(process.execPath, [join(checkout, 'tools/cli/install.mjs'), folder, ...args], {
    env,
    encoding: 'utf8',
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

test('says what is missing, installs it without its scripts and with progress, and is then silent', () => {
  makeCheckout('file:thing-1.2.3.tgz');
  expect(install('--check')).toEqual({ code: 1, output: 'missing: node_modules/thing 1.2.3\n' });
  const first = install();
  expect(first.output).toMatch(/installing packages: 0 of 1, \d+ MB on disk, \d+ s[^]*installing packages: 1 of 1/);
  expect(first.code).toBe(0);
  expect(install()).toEqual({ code: 0, output: '' });
});

test('says in one line that the registry cannot be reached', () => {
  makeCheckout('http://127.0.0.1:9/thing-1.2.3.tgz');
  const { code, output } = install();
  expect(output).toMatch(/sightline: the npm registry cannot be reached/);
  expect(code).toBe(1);
});

test('waits for another copy that installs already, and does not install again', async () => {
  makeCheckout('file:thing-1.2.3.tgz');
  const program = [join(checkout, 'tools/cli/install.mjs'), folder];
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  const outputs = await Promise.all(
    [0, 1].map(() => runProgram(process.execPath, program, { env, output: 'collect', limitMs: 30_000 })),
  );
  expect(outputs.map((one) => one.code)).toEqual([0, 0]);
  const texts = outputs.map((one) => one.output).toSorted();
  expect(texts.filter((text) => /1 of 1/.test(text))).toHaveLength(1);
  expect(texts.filter((text) => /waiting for another copy/.test(text))).toHaveLength(1);
});

test('after kill -9 of a copy that installs, the next one waits for the npm that goes on', async () => {
  makeCheckout('file:thing-1.2.3.tgz');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script =
    '#!/bin/sh\necho run >>runs\nwhile [ ! -e go ]; do sleep 0.1; done\nmkdir -p node_modules/thing\ncp thing/package.json node_modules/thing/\n';
  writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
  const program = [join(checkout, 'tools/cli/install.mjs'), folder];
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  const first = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  // What it shows comes once it has said which npm is its own.
  await once(first.stdout, 'data');
  await vi.waitUntil(() => existsSync(join(folder, 'runs')), { timeout: 20_000 });
  first.kill('SIGKILL');
  const second = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [second.stdout, second.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = new Promise((resolve) => void second.once('close', resolve));
  await vi.waitUntil(() => output.includes('\n'));
  writeFileSync(join(folder, 'go'), '');
  expect(await code).toBe(0);
  expect(output).toMatch(/waiting for another copy/);
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('run\n');
});
