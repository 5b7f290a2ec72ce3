import { expect, test } from 'vitest';
import { fixtureTree } from '../arch/fixture-tree.ts';
import { folderImports } from './folder-imports.ts';
import { drawImports } from './imports-drawing.ts';

const files = {
  'apps/edge/src/app/edge.ts': "import { a } from '../capabilities/play/a.ts';\n",
  'apps/edge/src/capabilities/play/a.ts':
    "import { b } from '../record/b.ts';\nimport { c } from '../record/c.ts';\nimport { d } from '../../platform/d/d.ts';\n",
  'apps/edge/src/capabilities/record/b.ts': "import { d } from '../../platform/d/d.ts';\n",
  'apps/edge/src/capabilities/record/b.test.ts': "import { a } from '../play/a.ts';\n",
  'apps/edge/src/platform/d/d.ts': 'export const d = 1;\n',
};

test('counts imports among folders, importers first, without tests', () => {
  using tree = fixtureTree(files);
  const { folders, counts } = folderImports(tree, 'apps/edge');
  expect(folders).toEqual(['app', 'play', 'record', 'platform']);
  expect(Object.fromEntries(counts)).toEqual({
    'app play': 1,
    'play record': 2,
    'play platform': 1,
    'record platform': 1,
  });
});

test('draws two folders that know each other red', () => {
  using tree = fixtureTree({
    ...files,
    'apps/edge/src/capabilities/record/e.ts': "import { a } from '../play/a.ts';\n",
  });
  const svg = drawImports([{ title: 'edge', imports: folderImports(tree, 'apps/edge') }]);
  expect(svg.match(/#c2410c/g)).toHaveLength(2);
});
