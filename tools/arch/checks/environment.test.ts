import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { environment } from './environment.ts';

const found = async (path: string, text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await environment.run(tree)).map((finding) => finding.at);
};

test.each([
  ['a member', `\nexport const port = process.env.PORT;\n`, 2],
  ['an import', `import { env } from 'node:process';\nexport const port = env.PORT;\n`, 1],
])('refuses reading the environment through %s', async (_how, text, line) => {
  expect(await found('apps/server/src/platform/mail.ts', text)).toEqual([`apps/server/src/platform/mail.ts:${line}`]);
});

test.each([
  'apps/server/src/app/config.ts',
  'tools/cli/up.ts',
  'packages/testing/src/a.ts',
  'apps/edge/src/platform/a.test.ts',
])('accepts it in %s', async (path) => {
  expect(await found(path, 'export const port = process.env.PORT;\n')).toEqual([]);
});

test('accepts another thing that is called env', async () => {
  expect(await found('apps/edge/src/platform/a.ts', 'export const f = (env: { a: 1 }) => env.a;\n')).toEqual([]);
});
