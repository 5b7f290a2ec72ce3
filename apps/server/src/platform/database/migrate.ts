import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '@sightline/contracts/shared/errors';
import pg from 'pg';

/** Any number will do as long as it stays: two servers starting at once on one database take turns. */
const migrationLock = 7_201_733;
const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

interface MigrationFile {
  name: string;
  sql: string;
  sha256: string;
}

/** Which migrations an earlier start had applied, and which this one did. */
export interface MigrationReport {
  present: number;
  applied: string[];
}

/**
 * Brings a database to the newest schema: numbered SQL files in order, each in a transaction of its own.
 * Throws `database_newer` when a later version has been here, `migration_changed` when a file differs from the one that was applied.
 */
export async function migrate(
  connectionString: string,
  folder = new URL('../../migrations/', import.meta.url),
): Promise<MigrationReport> {
  const files = await readMigrations(folder);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const present = await appliedMigrations(client);
    requireUnchanged(files, present);
    const missing = files.filter((file) => !present.has(file.name));
    for (const file of missing) await applyMigration(client, file);
    return { present: present.size, applied: missing.map((file) => file.name) };
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: URL): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())',
  );
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function requireUnchanged(files: readonly MigrationFile[], present: ReadonlyMap<string, string>): void {
  const byName = new Map(files.map((file) => [file.name, file]));
  const newest = files.at(-1)?.name ?? '';
  const beyond = [...present.keys()].filter((name) => name > newest).sort();
  if (beyond.length > 0) throw new AppError('database_newer', { file: beyond.at(-1) });
  for (const [name, sha256] of present) {
    if (byName.get(name)?.sha256 !== sha256) throw new AppError('migration_changed', { file: name });
  }
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file.name, file.sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
