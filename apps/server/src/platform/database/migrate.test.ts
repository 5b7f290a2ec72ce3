import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { acquireEmptyDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';

describe('migrate', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await acquireEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
    await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const url = (): URL => pathToFileURL(`${folder}/`);

  it('refuses a file that differs from the one that was applied', async () => {
    await migrate(database.connectionString, url());
    await writeFile(join(folder, '0002-organizations.sql'), 'select 1');
    await expect(migrate(database.connectionString, url())).rejects.toMatchObject({ code: 'migration_changed' });
  });

  it('refuses to go on when an applied file is gone', async () => {
    await migrate(database.connectionString, url());
    await rm(join(folder, '0001-roles-and-auth.sql'));
    await expect(migrate(database.connectionString, url())).rejects.toMatchObject({ code: 'migration_changed' });
  });

  it('says that the database is newer when a later version has changed it', async () => {
    await writeFile(join(folder, '9999-of-a-later-version.sql'), 'select 1');
    await migrate(database.connectionString, url());
    await rm(join(folder, '9999-of-a-later-version.sql'));
    await expect(migrate(database.connectionString, url())).rejects.toMatchObject({
      code: 'database_newer',
      data: { file: '9999-of-a-later-version.sql' },
    });
  });

  it('keeps nothing of a migration that fails half-way', async () => {
    await writeFile(join(folder, '0999-half.sql'), 'create table half (id int); select 1 / 0;');
    await expect(migrate(database.connectionString, url())).rejects.toThrow(/0999-half\.sql failed/);
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query(`select to_regclass('half') as half`);
    await client.end();
    expect(rows).toEqual([{ half: null }]);
  });

  it('applies every file once when several servers start at the same time', async () => {
    const reports = await Promise.all([1, 2, 3].map(() => migrate(database.connectionString, url())));
    const applied = reports.flatMap((report) => report.applied);
    expect(applied.length).toBeGreaterThanOrEqual(3);
    expect(new Set(applied).size).toBe(applied.length);
  });
});
