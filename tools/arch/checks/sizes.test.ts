import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { sizes } from './sizes.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);
const exceptions = (value: object): Record<string, string> => ({
  'tools/config/size-exceptions.json': JSON.stringify(value),
});

const findings = async (files: Record<string, string>) => {
  using tree = fixtureTree(files);
  return await sizes.run(tree);
};

test('refuses a file of 500 lines', async () => {
  expect(await findings({ 'apps/server/src/long.ts': lines(500) })).toEqual([
    { at: 'apps/server/src/long.ts', say: '500 lines, at most 400. Split it by topic.' },
  ]);
});

test('refuses a test of 601 lines and a style sheet of 401', async () => {
  const found = await findings({
    'packages/media/src/nal.test.ts': lines(601),
    'apps/web/src/page.css': '\n'.repeat(401),
  });
  expect(found.map((finding) => finding.at)).toEqual(['apps/web/src/page.css', 'packages/media/src/nal.test.ts']);
});

test('refuses growth beyond a listed exception', async () => {
  expect(
    await findings({ 'tools/big.ts': lines(451), ...exceptions({ lines: { 'tools/big.ts': 450 } }) }),
  ).toHaveLength(1);
});

test('refuses an exception that is larger than needed, so that numbers only fall', async () => {
  const found = await findings({ 'tools/big.ts': lines(420), ...exceptions({ lines: { 'tools/big.ts': 450 } }) });
  expect(found[0]?.say).toContain('from 450 to 420');
});

test('refuses an exception for a file that became short', async () => {
  const found = await findings({ 'tools/big.ts': lines(100), ...exceptions({ lines: { 'tools/big.ts': 450 } }) });
  expect(found[0]?.say).toContain('remove its line');
});

test('refuses a lint rule switched off without being listed', async () => {
  const text = `// ${'oxlint'}-disable-next-line max-params\nexport const a = 1;\n`;
  expect(await findings({ 'apps/edge/src/a.ts': text })).toHaveLength(1);
  expect(
    await findings({ 'apps/edge/src/a.ts': text, ...exceptions({ disabledRules: { 'apps/edge/src/a.ts': 1 } }) }),
  ).toEqual([]);
});

test('leaves alone a file that is named as generated, and no other one of that ending', async () => {
  const found = await findings({
    'apps/server/src/platform/database/rows.generated.ts': lines(1_000),
    'apps/server/src/features/cameras/rows.generated.ts': lines(1_000),
  });
  expect(found.map((finding) => finding.at)).toEqual(['apps/server/src/features/cameras/rows.generated.ts']);
});

test('accepts files at the limit', async () => {
  expect(await findings({ 'apps/server/src/a.ts': lines(400), 'apps/server/src/a.test.ts': lines(600) })).toEqual([]);
});

const folderOf = (folder: string, count: number, ending = '.ts'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/part-${index}${ending}`, 'export {};\n']));

test('refuses a folder of 26 files, sheets among them', async () => {
  const found = await findings({
    ...folderOf('apps/web/src/app/shell', 25, '.tsx'),
    'apps/web/src/app/shell/shell.module.css': '',
  });
  expect(found).toEqual([{ at: 'apps/web/src/app/shell', say: '26 files, at most 25. Divide the folder by topic.' }]);
});

test('refuses one more file in a folder that is listed, and a number that is larger than needed', async () => {
  const listed = exceptions({ folders: { 'tools/cli': 27 } });
  expect((await findings({ ...folderOf('tools/cli', 28), ...listed }))[0]?.at).toBe('tools/cli');
  expect(await findings({ ...folderOf('tools/cli', 27), ...listed })).toEqual([]);
  expect((await findings({ ...folderOf('tools/cli', 26), ...listed }))[0]?.say).toContain('from 27 to 26');
  expect((await findings({ ...folderOf('tools/cli', 25), ...listed }))[0]?.say).toContain('remove its line');
});

test('accepts 25 files with their tests, and folders inside', async () => {
  expect(
    await findings({
      ...folderOf('packages/media/src', 25),
      ...folderOf('packages/media/src', 25, '.test.ts'),
      ...folderOf('packages/media/src/h264', 25),
    }),
  ).toEqual([]);
});
