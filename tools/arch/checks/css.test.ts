import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { css } from './css.ts';

const found = async (path: string, text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await css.run(tree)).map((finding) => finding.at.split(':').at(-1));
};

test.each([
  'margin-left: 4px',
  'padding-right: 0',
  'left: 0',
  'text-align: right',
  'float: left',
  'border-top-left-radius: 4px',
  'inset-left: 0',
])('I18N-002 I18N-003 refuses %s in a style sheet', async (text) => {
  expect(await found('apps/web/src/a.module.css', `.a {\n  ${text};\n}\n`)).toEqual(['2']);
});

test('refuses physical sides on one line and inside nested blocks', async () => {
  expect(
    await found('apps/web/src/a.css', '.a { left: 0; }\n@media (width > 1px) {\n  .b {\n    right: 0;\n  }\n}\n'),
  ).toEqual(['1', '4']);
});

test('refuses physical sides in style props and in the short props of the component library', async () => {
  expect(
    await found(
      'apps/web/src/a.tsx',
      'export const A = () => <div style={{ marginLeft: 4 }} />;\nexport const B = () => <Box ml="sm" />;\n',
    ),
  ).toEqual(['1', '2']);
});

test('accepts what is physical by nature when it says so', async () => {
  expect(
    await found(
      'apps/web/src/a.css',
      '.a {\n  /* physical: picture */\n  left: 0;\n}\n.b {\n  inset-inline-start: 0;\n}\n',
    ),
  ).toEqual([]);
  expect(await found('apps/web/src/a.css', '/* physical: timeline */\n.a {\n  left: 0;\n}\n')).toEqual([]);
  expect(
    await found(
      'apps/web/src/a.tsx',
      'export const A = () => (\n  // physical: picture\n  <div style={{ left: 4 }} />\n);\n',
    ),
  ).toEqual([]);
});

test('ends the exception with its block', async () => {
  expect(
    await found('apps/web/src/a.css', '.a {\n  /* physical: picture */\n  left: 0;\n}\n.b {\n  left: 0;\n}\n'),
  ).toEqual(['6']);
});

test('accepts data that has a left side outside of styles', async () => {
  expect(await found('apps/web/src/a.tsx', 'export const box = { left: 1, right: 2 };\n')).toEqual([]);
});
