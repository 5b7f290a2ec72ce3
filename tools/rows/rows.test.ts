import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../apps/server/src/platform/database/database.ts';
import { readColumns, type Column } from './read-columns.ts';
import { rowsSource } from './rows-source.ts';

const generated = '../../apps/server/src/platform/database/rows.generated.ts';

describe('the types of rows', () => {
  let database: TestDatabase;
  let pool: ReturnType<typeof createPool>;
  let columns: Column[];

  beforeAll(async () => {
    database = await acquireTestDatabase();
    pool = createPool(database.connectionString, { max: 1, onError: () => undefined });
    columns = await readColumns((text) => pool.query(text));
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('are those of the migrated database; otherwise run: npx vitest run tools/rows -u', async () => {
    await expect(await rowsSource(columns)).toMatchFileSnapshot(generated);
  });

  it('refuses a type of PostgreSQL of which nothing says how it is read', async () => {
    const column = { ...columns[0]!, table: 'samples', name: 'price', type: 'numeric' };
    await expect(rowsSource([...columns, column])).rejects.toThrow('samples.price is of type numeric');
  });

  it('refuses a type that was given to a column which is gone', async () => {
    const rest = columns.filter(({ table, name }) => `${table}.${name}` !== 'edges.health');
    await expect(rowsSource(rest)).rejects.toThrow('no table has: edges.health');
  });

  it('say what a migration adds: nulls, defaults, computed columns and the texts that a check allows', async () => {
    await pool.query('set role none');
    await pool.query(`
      create table samples (
        id bigint generated always as identity, taken_at timestamptz default now() not null, note text,
        state text not null check (state in ('raw', 'cooked')), tail text check (tail in ('a', 'b')),
        size_2x int not null generated always as (2) stored, sealed bytea not null, extra jsonb default '{}' not null,
        rate text not null check (rate <> ''), days date[] not null default '{}'
      ) partition by list (state);
      alter table samples drop column days;
      create table samples_raw partition of samples for values in ('raw');`);
    const source = await rowsSource(await readColumns((text) => pool.query(text)));
    expect(
      / {2}samples: \{\n([^}]*)\}/
        .exec(source)?.[1]
        ?.split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'id: GeneratedAlways<number>;',
      'takenAt: Generated<Date>;',
      'note: string | null;',
      "state: 'raw' | 'cooked';",
      "tail: 'a' | 'b' | null;",
      'size2x: GeneratedAlways<number>;',
      'sealed: Buffer;',
      'extra: DefaultedJson<unknown>;',
      'rate: string;',
      '',
    ]);
    expect(source).not.toContain('samplesRaw');
  });
});
