import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { findVehicles, foundBy, meetsSearch } from './vehicle-search.repository.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  for (let at = 0; at < 40; at += 1) {
    const body = {
      plate: `${String(11 + at)}-${String((at * 37) % 100)}-${String(at * 7)}`,
      owner: ['Noa Lavi', 'Lavi Noam', 'נועה כץ', undefined][at % 4],
      make: (['Toyota', 'Land Rover', undefined] as const)[at % 3],
    };
    await owner.call(vehiclesCalls.create, { body });
  }
});
afterAll(() => server.stop());

const inside = <T>(run: (trx: Work) => Promise<T>): Promise<T> =>
  server.platform.database.withOrganization(organizationId, run);
const idsOf = async (trx: Work, condition: ReturnType<typeof foundBy>): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select v.id from vehicles v where v.organization_id = ${organizationId}::uuid and ${condition} order by v.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

it.each([
  '1',
  '12',
  '2-7',
  'noa',
  'no la',
  'lavi noa',
  'כץ',
  'toyota noa',
  'land r',
  'xylophone',
  '-',
  '1 noa',
  '11 0',
])('finds the same by "%s" however much is found', async (text) => {
  await inside(async (trx) => {
    const expected = await idsOf(trx, foundBy(organizationId, text));
    expect(await idsOf(trx, meetsSearch(organizationId, text))).toEqual(expected);
    const { ids, count } = await findVehicles(trx, { organizationId, text });
    expect(ids?.toSorted()).toEqual(expected);
    expect(count).toBe(expected.length);
    for (const limits of [
      { listed: 3, words: 1_000 },
      { listed: 1_000, words: 3 },
    ]) {
      const some = await findVehicles(trx, { organizationId, text }, limits);
      if (some.ids === null) expect(some.count).toBeLessThanOrEqual(expected.length);
      else expect(some.ids.toSorted()).toEqual(expected);
      if (expected.length > limits.listed) expect(some).toMatchObject({ ids: null, count: limits.listed + 1 });
      if (expected.length > limits.words) expect(some.ids).toBeNull();
    }
  });
});
