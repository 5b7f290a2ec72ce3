/**
 * A program for the crash tests: starts PostgreSQL on a folder, inserts numbered rows from several
 * connections, and prints each number once the database has acknowledged it.
 * Usage: node crash-child.ts FOLDER [CONNECTIONS]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../../src/platform/database/embedded/embedded-postgres.ts';

const [folder = '', connections = '0'] = process.argv.slice(2);
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

try {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: Number(connections) || 1 });
  pool.on('error', (error) => say(`pool ${error.message}`));
  await pool.query('create table if not exists acknowledged (id bigint primary key)');
  say(`ready ${postgres.postmasterPid()} ${postgres.connectionString}`);
  let next = 0;
  const insert = async (): Promise<void> => {
    for (;;) {
      const id = Date.now() * 1_000 + (next += 1);
      try {
        await pool.query('insert into acknowledged values ($1)', [id]);
        say(`ack ${id}`);
      } catch (error) {
        say(`failed ${error instanceof Error ? error.message : String(error)}`);
        await sleep(20);
      }
    }
  };
  await Promise.all(Array.from({ length: Number(connections) }, insert));
} catch (error) {
  say(`refused ${error instanceof Error ? `${(error as { code?: string }).code} ${error.message}` : String(error)}`);
  process.exit(1);
}
