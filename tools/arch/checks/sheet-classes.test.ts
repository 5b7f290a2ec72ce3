import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { css } from './css.ts';

const sheet = '.tile {\n  color: red;\n}\n\n/* .gone */\n.tile:hover .name {\n  color: blue;\n}\n';

const found = async (component: string) => {
  using tree = fixtureTree({ 'apps/web/src/a/tile.module.css': sheet, 'apps/web/src/a/tile.tsx': component });
  return await css.run(tree);
};

const using = (expression: string): string =>
  `import classes from './tile.module.css';\nexport const Tile = () => <p className={${expression}} />;\n`;

test('refuses a class that the sheet does not have, or only speaks of', async () => {
  expect(await found(using('classes.title'))).toEqual([
    {
      at: 'apps/web/src/a/tile.tsx:2',
      say: 'apps/web/src/a/tile.module.css has no class title: name one that it has, or take the name away.',
    },
  ]);
  expect(await found(using('classes.gone'))).toHaveLength(1);
  expect(await found(using("`${classes.tile ?? ''} ${classes.nome ?? ''}`"))).toHaveLength(1);
});

test('refuses a sheet that is not there', async () => {
  expect(await found("import classes from './other.module.css';\nexport const a = classes.tile;\n")).toHaveLength(1);
});

test('accepts classes of the sheet, also inside of selectors, and names that only look alike', async () => {
  expect(await found(using('`${classes.tile} ${classes.name}`'))).toEqual([]);
  expect(await found(`import { b } from './a/classes.of.ts';\n${using('classes.name')}`)).toEqual([]);
  expect(await found(using("t('shell.classes.title') + other.classes.title"))).toEqual([]);
});
