import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { prepared } from './prepared.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('a marked statement is planned once for a connection, and answers by its values', async () => {
  await server.platform.database.global.connection().execute(async (connection) => {
    const twice = (value: number) =>
      sql<{ twice: number }>`${prepared} select ${value}::int * 2 as twice`.execute(connection);
    const answers = [await twice(1), await twice(21)].map(({ rows }) => rows[0]?.twice);
    expect(answers).toEqual([2, 42]);
    await sql`select 3::int * 2 as other`.execute(connection);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%as twice' or statement like '%as other'`.execute(
      connection,
    );
    expect(rows).toEqual([{ statement: '/* prepared */ select $1::int * 2 as twice' }]);
  });
});

it('what failed once, and a table that got a column meanwhile, leave it as it was', async () => {
  await server.platform.database.global.connection().execute(async (connection) => {
    await sql`create temporary table prepared_of (id int)`.execute(connection);
    const find = (id: unknown) =>
      sql<{ id: number }>`${prepared} select id from prepared_of where id = ${id}::int`.execute(connection);
    await expect(find('no number')).rejects.toThrow('no number');
    await sql`insert into prepared_of values (7)`.execute(connection);
    expect((await find(7)).rows).toEqual([{ id: 7 }]);
    await sql`alter table prepared_of add column later text`.execute(connection);
    expect((await find(7)).rows).toEqual([{ id: 7 }]);
  });
});
