import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { footprint } from './footprint.ts';

const folder = 'tools/arch/footprint/beacons/';
const list = (path: string): object => ({ file: path, after: 'export const all = [', lines: ['  beacons,'] });

const check = async (edits: readonly object[], more: Record<string, string> = {}) => {
  using tree = fixtureTree({
    [`${folder}edits.json`]: JSON.stringify(edits),
    'apps/a.ts': 'export const all = [\n];\n',
    'apps/b.ts': 'export const all = [\n];\n',
    'tools/config/footprint.json': '{ "existingFiles": 1 }',
    'CONTRIBUTING.md': 'a.ts b.ts c.ts',
    ...more,
  });
  return (await footprint.run(tree)).map(({ at, say }) => `${at} ${say}`);
};

test('refuses a feature that changes more files than before, and more than ten at all', async () => {
  expect(await check([list('apps/a.ts'), list('apps/b.ts')])).toEqual([
    expect.stringContaining('2 existing files change for one feature, at most 1'),
  ]);
  const many = Array.from({ length: 11 }, (_none, index) => `apps/${String(index)}.ts`);
  const texts = Object.fromEntries(many.map((path) => [path, 'export const all = [\n];\n']));
  const guide = { 'CONTRIBUTING.md': many.join(' ') };
  expect(
    await check(many.map(list), { ...texts, ...guide, 'tools/config/footprint.json': '{ "existingFiles": 11 }' }),
  ).toEqual([expect.stringContaining('at most 10')]);
});

test('refuses a number that is larger than needed, so that it only falls', async () => {
  expect(await check([list('apps/a.ts')], { 'tools/config/footprint.json': '{ "existingFiles": 2 }' })).toEqual([
    expect.stringContaining('lower existingFiles from 2 to 1'),
  ]);
});

test('refuses a feature that no longer applies: a line that is gone, that stands twice, a file that is gone or taken', async () => {
  expect(await check([list('apps/a.ts')], { 'apps/a.ts': 'export const others = [];\n' })).toEqual([
    expect.stringContaining('stands there 0 times'),
  ]);
  expect(await check([list('apps/a.ts')], { 'apps/a.ts': 'export const all = [\nexport const all = [\n' })).toEqual([
    expect.stringContaining('stands there 2 times'),
  ]);
  expect(await check([list('apps/c.ts')])).toEqual([expect.stringContaining('the file is not there')]);
  expect(await check([list('apps/a.ts')], { [`${folder}new/apps/b.ts.txt`]: '' })).toEqual([
    expect.stringMatching(/^apps\/b\.ts .*Rename/),
  ]);
});

test('refuses a checkout without the feature', async () => {
  expect(await check([])).toEqual([expect.stringContaining('Bring it back')]);
});

test('refuses a guide that leaves out a file of the feature', async () => {
  expect(await check([list('apps/a.ts')], { 'CONTRIBUTING.md': 'b.ts' })).toEqual([
    expect.stringMatching(/^CONTRIBUTING\.md .*without apps\/a\.ts/),
  ]);
});

test('counts files and not edits, and says the number', async () => {
  const twice = [list('apps/a.ts'), { file: 'apps/a.ts', instead: '];', lines: ['  last,', '];'] }];
  expect(await check(twice)).toEqual([]);
  using tree = fixtureTree({ [`${folder}edits.json`]: JSON.stringify(twice) });
  expect(footprint.figure?.(tree)).toMatch(/^1 existing files/);
});
