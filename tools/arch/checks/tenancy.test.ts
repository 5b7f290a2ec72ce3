import { expect, test } from 'vitest';
import { fixtureTree } from '../fixture-tree.ts';
import { tenancy } from './tenancy.ts';

const path = 'apps/server/src/features/cameras/cameras.repository.ts';

const found = async (text: string) => {
  using tree = fixtureTree({ [path]: text });
  return (await tenancy.run(tree)).map((finding) => finding.at);
};

test('refuses a query that does not name the organization', async () => {
  expect(
    await found(
      `\nexport async function find(trx: Work, id: string) {\n  return trx.selectFrom('cameras').where('id', '=', id).execute();\n}\n`,
    ),
  ).toEqual([`${path}:2`]);
  expect(
    await found(
      `export const find = (trx: Work, id: string) => trx.selectFrom('cameras').where('id', '=', id).execute();\n`,
    ),
  ).toEqual([`${path}:1`]);
});

test('accepts queries of one organization, and the few that find out which one it is', async () => {
  const text = [
    `export const find = (trx: Work, organizationId: string) => trx.selectFrom('cameras').where('organizationId', '=', organizationId);`,
    `export const change = (trx: Work, place: CameraPlace) => trx.updateTable('cameras').where('id', '=', place.cameraId);`,
    `export const findUser = (database: Database, userId: string) => database.global.selectFrom('users').where('id', '=', userId);`,
    'export const normalize = (code: string) => code.trim();',
  ].join('\n');
  expect(await found(text)).toEqual([]);
});
