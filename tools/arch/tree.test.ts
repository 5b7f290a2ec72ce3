import { expect, test } from 'vitest';
import { fixtureTree } from './fixture-tree.ts';

test('the tree has every file of the product, whatever its folder is called, and nothing that is made', () => {
  using tree = fixtureTree({
    'apps/web/src/features/recordings/coverage/coverage-tiles.ts': '',
    'apps/web/dist/main.js': '',
    'apps/server/node_modules/zod/index.js': '',
    'coverage/index.html': '',
  });
  expect(tree.files()).toEqual(['apps/web/src/features/recordings/coverage/coverage-tiles.ts']);
});
