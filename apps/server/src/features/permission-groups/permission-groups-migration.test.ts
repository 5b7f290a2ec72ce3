import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { acquireEmptyDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/ids/ids.ts';

const all =
  'OrganizationEdit UserManage AuditView LocationCreate LocationView LocationEdit CoreView CoreCreate CoreEdit CameraView PlaybackView SearchView CameraCreate CameraEdit CameraDelete ExportCreate'.split(
    ' ',
  );

it('who held everything before groups is an administrator after the update; others keep what they had, deleting with editing', async () => {
  const database = await acquireEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await cp(new URL('../../migrations/', import.meta.url), folder, {
      recursive: true,
      filter: (path) => !(Number(/\/(\d{4})-[^/]*$/.exec(path)?.[1] ?? 0) > 12),
    });
    await migrate(database.connectionString, pathToFileURL(`${folder}/`));
    await client.connect();
    const [organizationId, locationId] = [newId(), newId()];
    await client.query(`insert into organizations (id, name, color) values ($1, 'Old', '#000000')`, [organizationId]);
    await client.query(
      `insert into locations (organization_id, id, path, name, time_zone) values ($1, $2, array[$2::uuid], 'Site', 'UTC')`,
      [organizationId, locationId],
    );
    const give = async (userId: string, names: readonly string[], at: string | null): Promise<void> => {
      await client.query('insert into memberships (organization_id, user_id) values ($1, $2)', [
        organizationId,
        userId,
      ]);
      for (const name of names) {
        const values = [organizationId, newId(), userId, name, at];
        await client.query(
          'insert into grants (organization_id, id, user_id, permission, location_id) values ($1, $2, $3, $4, $5)',
          values,
        );
      }
    };
    await give('owner', all, null);
    await give('almost', all.slice(1), null);
    await give('local', all, locationId);
    await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true, force: false });
    await migrate(database.connectionString, pathToFileURL(`${folder}/`));
    const groups = await client.query(
      'select p.name, p.is_administrators, u.user_id from permission_groups p left join group_users u on u.group_id = p.id',
    );
    expect(groups.rows).toEqual([{ name: 'Administrators', is_administrators: true, user_id: 'owner' }]);
    const left = await client.query<{ user_id: string; entity_kind: string; permissions: string[] }>(
      'select user_id, entity_kind, array_agg(permission order by permission) as permissions from grants group by 1, 2 order by 1',
    );
    const withDeleting = (names: readonly string[]): string[] => [...names, 'LocationDelete', 'CoreDelete'].toSorted();
    expect(left.rows).toEqual([
      { user_id: 'almost', entity_kind: 'organization', permissions: withDeleting(all.slice(1)) },
      { user_id: 'local', entity_kind: 'location', permissions: withDeleting(all) },
    ]);
    const fences = await client.query<{ is_forced: boolean }>(
      `select bool_and(relforcerowsecurity) as is_forced from pg_class
       where relname in ('organizations', 'memberships', 'grants', 'permission_groups', 'group_users', 'group_grants', 'support_access', 'invites')`,
    );
    expect(fences.rows).toEqual([{ is_forced: true }]);
    const before = await client.query<{ revision: number }>('select rights_revision as revision from organizations');
    await client.query(`delete from grants where user_id = 'local'`);
    const after = await client.query<{ revision: number }>('select rights_revision as revision from organizations');
    expect(Number(after.rows[0]?.revision)).toBe(Number(before.rows[0]?.revision) + 1);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  }
});
