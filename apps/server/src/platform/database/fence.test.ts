import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../ids/ids.ts';
import { openDatabase, type Database } from './database.ts';

/** Tables that carry an organization and are not fenced, each with its reason in its migration. */
const directories = [
  'api_key_directory',
  'audit_heads',
  'audit_unsealed',
  'auth_provider_directory',
  'camera_import_ends',
  'changes',
  'claim_codes',
  'core_update_tickets',
  'deleted_organizations',
  'edge_identities',
  'invite_links',
  'managed_alarm_waits',
  'offline_watches',
  'push_notices',
  'shared_links',
  'support_ends',
  'upload_tickets',
  'weekly_due',
];

let database: TestDatabase;
let opened: Database;
const [mine, theirs] = [newId(), newId()];
beforeAll(async () => {
  database = await acquireTestDatabase();
  opened = openDatabase(database.connectionString, () => undefined);
  for (const id of [mine, theirs]) {
    await opened.withOrganization(id, async (trx) => {
      await trx.insertInto('organizations').values({ id, name: id, color: '#000000' }).execute();
      await trx
        .insertInto('locations')
        .values({
          organizationId: id,
          id: newId(),
          parentId: null,
          path: [],
          name: 'Site',
          timeZone: 'UTC',
          address: null,
        })
        .execute();
    });
  }
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const asOwner = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  return rows;
};

describe('the organization fence', () => {
  it('stands around every table that carries an organization, and holds its owner too', async () => {
    const rows = await asOwner<{ name: string; fenced: boolean; policies: number }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as fenced, (select count(*)::int from pg_policy where polrelid = c.oid) as policies
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p') and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)`);
    expect(rows.length).toBeGreaterThan(10);
    expect(
      rows
        .filter((row) => !row.fenced || row.policies === 0)
        .map((row) => row.name)
        .sort(),
    ).toEqual(directories);
  });

  it('shows nothing to a query that forgot its organization', async () => {
    expect(await opened.global.selectFrom('locations').selectAll().execute()).toEqual([]);
    expect(await opened.global.selectFrom('organizations').selectAll().execute()).toEqual([]);
  });

  it('shows a query that forgot its condition only the own rows, and changes no others', async () => {
    const seen = await opened.withOrganization(mine, (trx) =>
      trx.selectFrom('locations').select('organizationId').execute(),
    );
    expect(seen).toEqual([{ organizationId: mine }]);
    await opened.withOrganization(mine, (trx) => trx.updateTable('locations').set({ name: 'Taken' }).execute());
    await opened.withOrganization(mine, (trx) =>
      trx.deleteFrom('locations').where('organizationId', '=', theirs).execute(),
    );
    expect(
      await opened.withOrganization(theirs, (trx) => trx.selectFrom('locations').select('name').execute()),
    ).toEqual([{ name: 'Site' }]);
  });

  it('refuses a row that is written for somebody else', async () => {
    const write = opened.withOrganization(mine, (trx) =>
      trx
        .insertInto('locations')
        .values({
          organizationId: theirs,
          id: newId(),
          parentId: null,
          path: [],
          name: 'X',
          timeZone: 'UTC',
          address: null,
        })
        .execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('does not outlive its transaction on the same connection', async () => {
    await opened.withOrganization(mine, (trx) => sql`select 1`.execute(trx));
    const left = await Promise.all(
      Array.from({ length: 12 }, () => opened.global.selectFrom('locations').select('id').execute()),
    );
    expect(left.flat()).toEqual([]);
  });

  it('cannot be stepped around by the role of the application', async () => {
    const { rows } = await sql<{
      role: string;
      superuser: string;
    }>`select current_user as role, current_setting('is_superuser') as superuser`.execute(opened.global);
    expect(rows).toEqual([{ role: 'sightline_app', superuser: 'off' }]);
    await expect(sql`alter table locations disable row level security`.execute(opened.global)).rejects.toThrow(
      /must be owner/,
    );
    await sql`reset role`.execute(opened.global);
    expect(await opened.global.selectFrom('locations').selectAll().execute()).toEqual([]);
  });
});
