import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { format } from './format.ts';

test('refuses a layout of its own', async () => {
  using tree = fixtureTree({
    'apps/server/src/a.ts': 'export const a = "1"\n',
    'apps/server/src/b.ts': `export const b = '1';\n`,
  });
  expect((await format.run(tree)).map((finding) => finding.at)).toEqual(['apps/server/src/a.ts']);
});
