import type { PackageManifest } from '@sightline/contracts/edge-releases/core-package';
import { describe, expect, it } from 'vitest';
import { compareVersions, isSafePath, requireFitForMachine, requireFitForServer } from './package-rules.ts';

const manifest: PackageManifest = {
  format: 1,
  product: 'sightline-core',
  version: '0.2.0',
  platform: 'linux',
  arch: 'x64',
  node: { min: 24, below: 25 },
  linkProtocol: { min: 2, max: 3 },
  minServerVersion: '0.9.0',
  dataFormat: { from: 2, to: 4 },
  entry: 'a',
  files: [],
  links: [],
};
const machine = { platform: 'linux', arch: 'x64', nodeMajor: 24, dataFormat: 3 };
const thrown = (work: () => void): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a package fits a server', () => {
  it.each([
    ['that speaks older protocols only', { version: '1.0.0', protocol: { min: 1, max: 1 } }, 'core_package_protocol'],
    ['that speaks newer protocols only', { version: '1.0.0', protocol: { min: 4, max: 5 } }, 'core_package_protocol'],
    ['that is too old', { version: '0.8.10', protocol: { min: 1, max: 2 } }, 'core_package_protocol'],
    ['that speaks one of its protocols', { version: '0.9.0', protocol: { min: 1, max: 2 } }, null],
    ['that is newer', { version: '0.10.0', protocol: { min: 3, max: 5 } }, null],
  ])('%s', (_name, server, code) => {
    expect(thrown(() => requireFitForServer(manifest, server))).toBe(code);
  });
});

describe('a package fits a machine', () => {
  it.each([
    [{ platform: 'darwin' }, 'core_package_platform'],
    [{ arch: 'arm64' }, 'core_package_platform'],
    [{ nodeMajor: 23 }, 'core_package_platform'],
    [{ nodeMajor: 25 }, 'core_package_platform'],
    [{ dataFormat: 1 }, 'core_update_data_format'],
    [{ dataFormat: 5 }, 'core_update_data_format'],
    [{ dataFormat: 4 }, null],
    [{}, null],
  ])('with %o: %s', (change, code) => {
    expect(thrown(() => requireFitForMachine(manifest, { ...machine, ...change }))).toBe(code);
  });
});

it.each(['', '/a', 'a/', 'a//b', '.', '..', 'a/../b', './a', 'a\\b', 'C:a', 'a\u0000b', 'x'.repeat(301)])(
  'refuses the path %j',
  (path) => {
    expect(isSafePath(path)).toBe(false);
  },
);

it.each(['a', 'a/b.ts', '.hidden', 'a/..b/c', '@s/x'])('takes the path %j', (path) => {
  expect(isSafePath(path)).toBe(true);
});

it('compares versions by their numbers', () => {
  expect(['0.10.0', '0.9.1', '1.0.0', '0.9.0'].toSorted(compareVersions)).toEqual([
    '0.9.0',
    '0.9.1',
    '0.10.0',
    '1.0.0',
  ]);
});
