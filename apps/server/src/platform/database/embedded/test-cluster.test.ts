import { acquireEmptyDatabase, acquireTestDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('gives every caller a database of its own', async () => {
  const [first, second] = await Promise.all([acquireTestDatabase(), acquireTestDatabase()]);
  await query(first.connectionString, 'create table only_here (id int)');
  const seen = await query(second.connectionString, `select 1 from pg_tables where tablename = 'only_here'`);
  expect(seen).toEqual([]);
  await Promise.all([first.drop(), second.drop()]);
  await expect(query(first.connectionString, 'select 1')).rejects.toThrow(/does not exist/);
});

test('gives an empty database without any table', async () => {
  const empty = await acquireEmptyDatabase();
  expect(await query(empty.connectionString, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  await empty.drop();
});
