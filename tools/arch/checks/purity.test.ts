import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { purity } from './purity.ts';

const found = async (path: string, text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await purity.run(tree)).map((finding) => finding.at);
};

test.each([
  'Date.now()',
  'new Date()',
  'Math.random()',
  'Buffer.from([])',
  'performance.now()',
  'setTimeout(() => {}, 1)',
  'crypto.randomUUID()',
  'process.cwd()',
])('refuses %s in domain rules', async (expression) => {
  expect(await found('packages/domain/src/a.ts', `export const a = () => ${expression};\n`)).toEqual([
    'packages/domain/src/a.ts:1',
  ]);
});

test('accepts a given instant, and the clock in a test', async () => {
  expect(await found('packages/media/src/a.ts', 'export const a = (nowMs: number) => new Date(nowMs);\n')).toEqual([]);
  expect(await found('packages/media/src/a.test.ts', 'export const a = Date.now();\n')).toEqual([]);
});

test('accepts a parameter that has the name of something outside', async () => {
  expect(
    await found('packages/domain/src/a.ts', 'export const a = (document: { id: string }) => document.id;\n'),
  ).toEqual([]);
});
