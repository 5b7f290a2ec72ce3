import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { licences } from './licences.ts';

const found = async (list: string, version = '1.2.3') => {
  using tree = fixtureTree({
    'package.json': '{}',
    'apps/edge/package.json': JSON.stringify({ dependencies: { ws: version, '@sightline/media': '0.1.0' } }),
    'node_modules/ws/package.json': JSON.stringify({ name: 'ws', license: 'MIT' }),
    'LICENSES.md': list,
  });
  return (await licences.run(tree)).map((finding) => finding.say);
};

test('refuses a dependency that is not listed', async () => {
  expect(await found('')).toEqual([expect.stringContaining('ws (MIT) is not listed')]);
});

test('refuses a list that names another licence than the package does', async () => {
  expect(await found('| `ws` | Apache-2.0 | sockets |\n')).toEqual([expect.stringContaining('declares MIT')]);
});

test('refuses a line about something that is no dependency', async () => {
  expect(await found('| `ws` | MIT | sockets |\n| `left-pad` | MIT | nothing |\n')).toEqual([
    expect.stringContaining('left-pad'),
  ]);
});

test.each(['^1.2.3', '~1.2.3', 'latest', '1.x'])('refuses the loose version %s', async (version) => {
  expect(await found('| `ws` | MIT | sockets |\n', version)).toEqual([
    expect.stringContaining('Pin one exact version'),
  ]);
});

test('accepts a complete list', async () => {
  expect(await found('| `ws` | MIT | sockets |\n')).toEqual([]);
});
