import type { PackageManifest } from '@sightline/contracts/edge-releases/core-package';
import {
  makePackage,
  makeReleaseKey,
  testReleaseKey,
  type TestEntry,
  type TestPackage,
} from '@sightline/testing/edge-releases/make-package';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPackage } from './read-package.ts';

async function read(
  bytes: Buffer,
  trustedKeys = [testReleaseKey],
): Promise<{ manifest: PackageManifest; written: string[] }> {
  const written: string[] = [];
  const sink = {
    begin: () => undefined,
    open: () => undefined,
    write: () => undefined,
    close: ({ path }: { path: string }) => void written.push(path),
  };
  const { manifest } = await readPackage(Readable.from([...chunksOf(bytes)]), { trustedKeys, sink });
  return { manifest, written };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
}

const main = 'apps/edge/src/app/main.ts';
const change = (path: string, entry: Partial<TestEntry>) => (entries: TestEntry[]) =>
  entries.map((one) => (one.path === path ? { ...one, ...entry } : one));
const file = (path: string): Record<string, unknown> => ({
  path,
  bytes: 0,
  sha512: 'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg_SpIdNs6c5H0NE8XYXysP-DGNKHfuwvY7kxvUdBeoGlODJ6-SfaPg',
  executable: false,
});
const withFile = (path: string): TestPackage => ({
  files: {},
  manifest: { entry: 'a', files: [file('a'), file(path)] },
});

describe('a package that must not be used', () => {
  const cases: [string, TestPackage, string][] = [
    ['is signed by a key that nobody trusts', { key: makeReleaseKey() }, 'core_package_unsigned'],
    [
      'has no signature',
      { entries: (all) => all.filter(({ path }) => path !== 'signature.json') },
      'core_package_unsigned',
    ],
    [
      'has a signature of something else',
      { entries: change('manifest.json', { content: manifestOf({ version: '9.9.9' }) }) },
      'core_package_unsigned',
    ],
    [
      'claims a trusted key that did not sign it',
      { key: { ...makeReleaseKey(), publicKey: testReleaseKey } },
      'core_package_unsigned',
    ],
    [
      'has another file than was signed',
      { entries: change(`files/${main}`, { content: 'process.exit(1);\n' }) },
      'core_package_hash',
    ],
    [
      'has a longer file than was signed',
      { entries: change(`files/${main}`, { content: 'process.exit(0);\n// more' }) },
      'core_package_hash',
    ],
    ['lacks a file', { entries: (all) => all.slice(0, -1) }, 'core_package_broken'],
    ['has files before its manifest', { entries: (all) => all.toReversed() }, 'core_package_broken'],
    ['has no manifest at all', { entries: () => [] }, 'core_package_broken'],
    ['has a manifest that is none', { manifest: { product: 'something else' } }, 'core_package_broken'],
    ['names a program that is not in it', { manifest: { entry: 'apps/other.ts' } }, 'core_package_broken'],
    [
      'has a file that is not listed',
      { entries: (all) => [...all, { path: 'files/more.ts', content: '1' }] },
      'core_package_unsafe',
    ],
    ['has a file twice', { entries: (all) => [...all, all.at(-1)!] }, 'core_package_unsafe'],
    [
      'has a symbolic link in place of a file',
      { entries: change(`files/${main}`, { type: 'SymbolicLink', linkpath: '/etc/passwd' }) },
      'core_package_unsafe',
    ],
    [
      'has a hard link',
      { entries: (all) => [...all, { path: 'files/x', type: 'Link', linkpath: '/etc/passwd' }] },
      'core_package_unsafe',
    ],
    [
      'has a device',
      { entries: (all) => [...all, { path: 'files/x', type: 'CharacterDevice' }] },
      'core_package_unsafe',
    ],
    ['leads upwards', withFile('../evil.ts'), 'core_package_unsafe'],
    ['leads upwards later', withFile('apps/../../evil.ts'), 'core_package_unsafe'],
    ['has an absolute path', withFile('/etc/cron.d/evil'), 'core_package_unsafe'],
    ['has a path of another system', withFile('apps\\..\\evil.ts'), 'core_package_unsafe'],
    ['has a drive', withFile('C:/evil.ts'), 'core_package_unsafe'],
    ['has two files that some systems take for one', withFile('A'), 'core_package_unsafe'],
    ['has a file below a file', withFile('a/b'), 'core_package_unsafe'],
    [
      'links to what is not in it',
      { manifest: { links: [{ path: 'node_modules/x', target: '../..' }] } },
      'core_package_unsafe',
    ],
    [
      'links to a folder that is not in it',
      { manifest: { links: [{ path: 'node_modules/x', target: 'packages/x' }] } },
      'core_package_unsafe',
    ],
    ['goes on and on after its last file', { trailing: 2_000_000 }, 'core_package_unsafe'],
    [
      'is larger than any core takes',
      { files: {}, manifest: { entry: 'a', files: [file('a'), { ...file('b'), bytes: 4e9 }] } },
      'payload_too_large',
    ],
  ];

  it.each(cases)('%s', async (_name, request, code) => {
    await expect(read(makePackage(request))).rejects.toMatchObject({ code });
  });

  it('was cut off, anywhere', async () => {
    const whole = makePackage();
    for (const length of [0, 1, 20, Math.floor(whole.length / 2), whole.length - 9]) {
      await expect(read(whole.subarray(0, length))).rejects.toMatchObject({ code: 'core_package_broken' });
    }
  });

  it('is no archive', async () => {
    await expect(read(Buffer.from('this is a text, and nothing else'))).rejects.toMatchObject({
      code: 'core_package_broken',
    });
  });

  it('nobody trusts any key', async () => {
    await expect(read(makePackage(), [])).rejects.toMatchObject({ code: 'core_package_unsigned' });
  });
});

it('reads what is whole and signed', async () => {
  const bytes = makePackage({
    files: { [main]: '', 'packages/x/package.json': '{}' },
    manifest: { links: [{ path: 'node_modules/x', target: 'packages/x' }] },
  });
  expect(await read(bytes, [makeReleaseKey().publicKey, testReleaseKey])).toMatchObject({
    manifest: { version: '0.2.0' },
    written: [main, 'packages/x/package.json'],
  });
});

function manifestOf(more: Record<string, unknown>): string {
  const base = {
    format: 1,
    product: 'sightline-core',
    platform: process.platform,
    arch: process.arch,
    node: { min: 1, below: 99 },
    linkProtocol: { min: 1, max: 1 },
  };
  return JSON.stringify({
    ...base,
    minServerVersion: '0.1.0',
    dataFormat: { from: 1, to: 9 },
    entry: 'a',
    files: [file('a')],
    links: [],
    ...more,
  });
}
