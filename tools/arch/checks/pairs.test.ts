import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { pairs } from './pairs.ts';

const found = async (files: Record<string, string>) => {
  using tree = fixtureTree(files);
  return (await pairs.run(tree)).map((finding) => finding.at);
};

test('refuses two folders that import each other', async () => {
  expect(
    await found({
      'apps/edge/src/capabilities/play/a.ts': "import { b } from '../record/b.ts';\n",
      'apps/edge/src/capabilities/record/b.ts': 'export const b = 1;\n',
      'apps/edge/src/capabilities/record/deep/c.ts': "const a = await import('../../play/a.ts');\n",
    }),
  ).toEqual(['apps/edge/src/capabilities/play/a.ts']);
});

test('accepts one direction, tests, and folders of different rooms', async () => {
  expect(
    await found({
      'apps/edge/src/capabilities/play/a.ts': "import { b } from '../record/b.ts';\n",
      'apps/edge/src/capabilities/record/b.ts': "import { c } from '../../platform/play/c.ts';\n",
      'apps/edge/src/capabilities/record/b.test.ts': "import { a } from '../play/a.ts';\n",
      'apps/edge/src/platform/play/c.ts': 'export const c = 1;\n',
    }),
  ).toEqual([]);
});
