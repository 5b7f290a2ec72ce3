import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPackage } from '@sightline/node-io/edge-releases/read-package';
import { UsageError } from '../exit-codes.ts';
import { writeRelease, type ReleaseContent } from './release-core.ts';
import { collectReleaseFiles } from './release-files.ts';
import { makeReleaseKey, publicHalf, readReleaseKey } from './release-key.ts';

let folder: string;
let keyFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-release-'));
  keyFile = join(folder, 'key.pem');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

const manifest = (name: string, more: object = {}): string => JSON.stringify({ name, ...more });

/** A checkout in small: a core, the packages it needs, and what it does not need. */
function makeCheckout(): void {
  put(
    'apps/edge/package.json',
    manifest('@sightline/edge', {
      dependencies: { '@sightline/contracts': '1', native: '1' },
      optionalDependencies: { absent: '1' },
    }),
  );
  put('apps/edge/src/app/main.ts', 'main');
  put('apps/edge/src/app/main.test.ts', 'test');
  put('apps/edge/src/app/test-child.ts', 'test');
  for (const name of ['contracts', 'domain', 'media', 'node-io'])
    put(`packages/${name}/package.json`, manifest(`@sightline/${name}`));
  for (const name of ['contracts', 'domain', 'media', 'node-io']) put(`packages/${name}/src/${name}.ts`, name);
  put(
    'node_modules/native/package.json',
    manifest('native', {
      dependencies: { deep: '1' },
      peerDependencies: { choice: '1' },
      peerDependenciesMeta: { choice: { optional: true } },
    }),
  );
  put('node_modules/native/bin/linux/x64/native.node', 'linux', 0o755);
  put('node_modules/native/bin/win32/x64/native.node', 'windows');
  put('node_modules/native/prebuilds/linux-arm64/native.node', 'arm');
  put('node_modules/native/node_modules/deep/package.json', manifest('deep'));
  put('node_modules/stranger/package.json', manifest('stranger'));
}

const content = (): ReleaseContent => ({
  root: folder,
  ...collectReleaseFiles(folder, { platform: 'linux', arch: 'x64' }),
  facts: {
    version: '0.2.0',
    platform: 'linux',
    arch: 'x64',
    node: { min: 24, below: 25 },
    linkProtocol: { min: 1, max: 1 },
    minServerVersion: '0.1.0',
    dataFormat: { from: 1, to: 3 },
    entry: 'apps/edge/src/app/main.ts',
  },
});

test('a key is never overwritten, and nothing else than such a key signs', () => {
  makeReleaseKey(keyFile);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const before = readFileSync(keyFile, 'utf8');
  expect(() => makeReleaseKey(keyFile)).toThrow(UsageError);
  expect(readFileSync(keyFile, 'utf8')).toBe(before);
  writeFileSync(join(folder, 'no-key'), 'text');
  for (const file of ['no-key', 'absent']) expect(() => readReleaseKey(join(folder, file))).toThrow(UsageError);
});

test('a package that needs what is not installed is not built', () => {
  makeCheckout();
  put('apps/edge/package.json', manifest('@sightline/edge', { dependencies: { missing: '1' } }));
  expect(() => collectReleaseFiles(folder, { platform: 'linux', arch: 'x64' })).toThrow(/missing/);
});

test('a release holds the core and all that it needs on this machine, signed, and a core reads it', async () => {
  makeCheckout();
  makeReleaseKey(keyFile);
  const key = readReleaseKey(keyFile);
  const out = join(folder, 'core.tar.gz');
  await writeRelease(content(), key, out);
  const written = new Map<string, string>();
  let text = '';
  const sink = {
    begin: () => undefined,
    open: () => void (text = ''),
    write: (chunk: Buffer) => void (text += chunk.toString()),
    close: ({ path }: { path: string }) => void written.set(path, text),
  };
  const { manifest: read } = await readPackage(createReadStream(out), { trustedKeys: [publicHalf(key)], sink });
  expect([...written.keys()]).toEqual([
    'apps/edge/package.json',
    'apps/edge/src/app/main.ts',
    'node_modules/native/bin/linux/x64/native.node',
    'node_modules/native/node_modules/deep/package.json',
    'node_modules/native/package.json',
    'packages/contracts/package.json',
    'packages/contracts/src/contracts.ts',
    'packages/domain/package.json',
    'packages/domain/src/domain.ts',
    'packages/media/package.json',
    'packages/media/src/media.ts',
    'packages/node-io/package.json',
    'packages/node-io/src/node-io.ts',
  ]);
  expect(written.get('apps/edge/src/app/main.ts')).toBe('main');
  expect(read.files.filter(({ executable }) => executable).map(({ path }) => path)).toEqual([
    'node_modules/native/bin/linux/x64/native.node',
  ]);
  expect(read.links).toContainEqual({ path: 'node_modules/@sightline/contracts', target: 'packages/contracts' });
});
