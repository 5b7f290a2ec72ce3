import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { docs } from './docs.ts';

const found = async (text: string) => {
  using tree = fixtureTree({
    'docs/guides/run.md': text,
    'docs/glossary.md': '# Words\n\n## An edge\n',
    'apps/server/src/app/main.ts': '',
  });
  return (await docs.run(tree)).map((finding) => finding.at);
};

test.each([
  '[gone](../gone.md)',
  '[gone](../glossary.md#a-word)',
  'See `apps/server/src/app/gone.ts`.',
  'See `apps/server/src/features/<noun>/`.',
  '`apps/{server,edge}/src`',
])('refuses %s', async (text) => {
  expect(await found(`\n${text}\n`)).toEqual(['docs/guides/run.md:2']);
});

test.each([
  '[words](../glossary.md#an-edge)',
  '[site](https://example.org/a)',
  '`apps/server/src/app/main.ts:12`',
  '`apps/<program>/src/app/`',
  '`apps/web/dist`',
  '`node apps`',
  '```sh\ncat apps/gone.ts\n```',
])('accepts %s', async (text) => {
  expect(await found(text)).toEqual([]);
});
