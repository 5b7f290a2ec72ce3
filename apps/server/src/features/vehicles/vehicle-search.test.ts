import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { searchedWords, vehicleWords } from '@sightline/domain/vehicles/search-words';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { listPlates } from './vehicle-names.repository.ts';
import { findVehicles, type Found } from './vehicle-search.repository.ts';

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
/** Ids of those that meet a condition. */
const idsOf = async (trx: Work, condition: Found['isOne']): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select v.id from vehicles v where v.organization_id = ${organizationId}::uuid and ${condition} order by v.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
};

/** The truth: each vehicle by itself. */
async function foundBy(text: string): Promise<string[]> {
  const { items } = (await owner.call(vehiclesCalls.list, { query: { limit: 100 } })).body;
  const { key, words } = searchedWords(text);
  const begins = (own: readonly string[], word: string): boolean => own.some((one) => one.startsWith(word));
  return items
    .filter((vehicle) => {
      const own = vehicleWords(vehicle);
      return (key !== '' && begins(own, key)) || (words.length > 0 && words.every((word) => begins(own, word)));
    })
    .map(({ id }) => id)
    .toSorted();
}

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
  '1 2',
  'lavi noa 1',
])('finds the same by "%s" however much is found', async (text) => {
  await inside(async (trx) => {
    const expected = await foundBy(text);
    const { ids, count } = await findVehicles(trx, { organizationId, text });
    expect(ids?.toSorted()).toEqual(expected);
    expect(count).toBe(expected.length);
    for (const limits of [
      { listed: 3, asked: 3, read: [1_000, 1_000, 1_000] },
      { listed: 1_000, asked: 3, read: [1_000, 1_000, 1_000] },
      { listed: 1_000, asked: 1_000, read: [3, 3, 1_000] },
      { listed: 1_000, asked: 1_000, read: [3, 3, 3] },
      { listed: 3, asked: 1, read: [2, 2, 2] },
    ] as const) {
      const some = await findVehicles(trx, { organizationId, text }, limits);
      if (some.ids !== null) expect(some.ids.toSorted()).toEqual(expected);
      expect(await idsOf(trx, some.isOne)).toEqual(expected);
      expect(some.count ?? 0).toBeLessThanOrEqual(expected.length);
      if (expected.length > limits.listed) expect(some.ids).toBeNull();
    }
  });
});

it('pages the names that groups choose from by the same search', async () => {
  await inside(async (trx) => {
    for (const text of ['1', 'lavi noa', 'xylophone']) {
      const expected = await foundBy(text);
      const names: string[] = [];
      let after: string | undefined;
      do {
        const page = await listPlates(trx, organizationId, {
          query: text,
          ...pageRequest({ limit: 5, cursor: after }),
        });
        expect(page.total).toEqual({ value: expected.length, relation: 'exact' });
        names.push(...page.items.map(({ id }) => id));
        after = page.nextCursor ?? undefined;
      } while (after !== undefined);
      expect(names.toSorted()).toEqual(expected);
    }
  });
});
