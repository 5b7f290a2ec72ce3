import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { unused } from './unused.ts';

const found = async (files: Record<string, string>) => {
  using tree = fixtureTree({
    'package.json': JSON.stringify({ name: 'house', type: 'module', dependencies: { ws: '1.2.3' } }),
    'knip.json': JSON.stringify({ entry: ['src/main.ts'], project: ['src/**/*.ts'] }),
    'node_modules/ws/package.json': JSON.stringify({ name: 'ws', version: '1.2.3' }),
    'src/part.ts': 'export const used = 1;\n',
    'src/main.ts': `import 'ws';\nimport { used } from './part.ts';\nused.toFixed();\n`,
    ...files,
  });
  return (await unused.run(tree)).map((finding) => `${finding.at} ${finding.say}`);
};

test('refuses a file that nothing loads', async () => {
  expect(await found({ 'src/lost.ts': 'export const lost = 1;\n' })).toEqual([
    expect.stringContaining('src/lost.ts is loaded by nothing'),
  ]);
});

test('refuses an export that nothing uses', async () => {
  expect(await found({ 'src/part.ts': 'export const used = 1;\nexport const spare = 2;\n' })).toEqual([
    expect.stringContaining('src/part.ts:2 spare'),
  ]);
});

test('refuses a dependency that nothing uses, and one that is not declared', async () => {
  const all = await found({
    'src/main.ts': `import 'stranger';\nimport { used } from './part.ts';\nused.toFixed();\n`,
  });
  expect(all).toEqual([
    expect.stringContaining('ws is declared and used nowhere'),
    expect.stringContaining('stranger'),
  ]);
});

test('accepts a tree in which everything is used', async () => {
  expect(await found({})).toEqual([]);
});
