import { expect, test } from 'vitest';
import { catalogueOf } from '../catalogues.ts';
import { fixtureTree } from '../fixture-tree.ts';
import { errors } from './errors.ts';

const found = async (english: object, hebrew: object, testText: string) => {
  using tree = fixtureTree({
    'packages/contracts/src/shared/errors.ts': 'export const errorCatalogue = {\n  disk_full: 1,\n};\n',
    [catalogueOf('en', 'errors')]: JSON.stringify(english),
    [catalogueOf('he', 'errors')]: JSON.stringify(hebrew),
    'apps/edge/src/a.test.ts': testText,
  });
  return (await errors.run(tree)).map((finding) => `${finding.at} ${finding.say}`);
};

test('refuses a code without a text in one of the languages', async () => {
  expect(await found({ disk_full: 'Full.' }, {}, `'disk_full'`)).toEqual([
    expect.stringMatching(/errors\.ts:2 .*he\/errors\.json/),
  ]);
});

test('refuses a code that no test mentions', async () => {
  expect(await found({ disk_full: 'Full.' }, { disk_full: 'מלא' }, `'disk_full_again'`)).toEqual([
    expect.stringContaining('no test mentions'),
  ]);
});

test('accepts a code that can be read and was seen', async () => {
  expect(await found({ disk_full: 'Full.' }, { disk_full: 'מלא' }, `expect(code).toBe('disk_full')`)).toEqual([]);
});

test('finds a code in the file of its area, and refuses one that stands in two', async () => {
  const area = 'export const areaErrors = {\n  disk_full: 1,\n};\n';
  using tree = fixtureTree({
    'packages/contracts/src/shared/errors.ts':
      "import { areaErrors } from './errors/area-errors.ts';\nexport const errorCatalogue = { ...areaErrors };\n",
    'packages/contracts/src/shared/errors/area-errors.ts': area,
    'packages/contracts/src/shared/errors/other-errors.ts': area,
    'apps/edge/src/a.test.ts': `'disk_full'`,
    [catalogueOf('en', 'errors')]: JSON.stringify({ disk_full: 'Full.' }),
    [catalogueOf('he', 'errors')]: JSON.stringify({ disk_full: 'מלא' }),
  });
  expect(await errors.run(tree)).toEqual([
    { at: expect.stringMatching(/area-errors\.ts:2$/), say: expect.stringMatching(/other-errors\.ts:2/) },
  ]);
});

test('refuses a text that programs read otherwise than people', async () => {
  using tree = fixtureTree({
    'packages/contracts/src/shared/errors.ts':
      "export const errorCatalogue = {\n  disk_full: { text: 'No room.' },\n  too_many: { text: 'Too many.' },\n};\n",
    [catalogueOf('en', 'errors')]: JSON.stringify({ disk_full: 'Full.', too_many: 'At most {{limit}}.' }),
    [catalogueOf('he', 'errors')]: JSON.stringify({ disk_full: 'מלא', too_many: 'יותר מדי' }),
    'apps/edge/src/a.test.ts': `'disk_full', 'too_many'`,
  });
  expect((await errors.run(tree)).map(({ say }) => say)).toEqual([
    expect.stringContaining('disk_full reads otherwise'),
  ]);
});

test('finds a text that a noun says in its own file, below elsewhere', async () => {
  const said = { page: {}, elsewhere: { errors: { disk_full: 'Full.' } } };
  using tree = fixtureTree({
    'packages/contracts/src/shared/errors.ts':
      'export const errorCatalogue = {\n  disk_full: 1,\n  disk_lost: 1,\n};\n',
    'apps/edge/src/a.test.ts': `'disk_full' 'disk_lost'`,
    [catalogueOf('en', 'disks')]: JSON.stringify(said),
    [catalogueOf('he', 'disks')]: JSON.stringify(said),
  });
  const found = (await errors.run(tree)).map(({ say }) => say);
  expect(found).toEqual([expect.stringContaining('disk_lost has no text'), expect.stringContaining('disk_lost has')]);
});
