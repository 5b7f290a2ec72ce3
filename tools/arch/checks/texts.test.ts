import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { texts } from './texts.ts';

const found = async (text: string, path = 'apps/server/src/a.ts') => {
  using tree = fixtureTree({ [path]: text });
  return (await texts.run(tree)).map((finding) => finding.at);
};

test.each([
  '// see /work/main/a',
  '// see /root/a',
  '// see /home/somebody/a',
  '// written by Claude',
  '// AI-generated',
  '// TODO later',
  `const text = 'Coming soon';`,
])('refuses %s', async (text) => {
  expect(await found(`\n${text}\n`)).toEqual(['apps/server/src/a.ts:2']);
});

test.each([
  '// TODO(#12): after the next release',
  '// a person signs in and gets a session',
  '// the user agent of the browser',
  `route('/api/v1/work/items')`,
  `const path = '/var/lib/sightline';`,
])('accepts %s', async (text) => {
  expect(await found(`${text}\n`)).toEqual([]);
});
