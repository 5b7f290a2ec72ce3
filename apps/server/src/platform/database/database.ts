import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { prepared, PreparingClient } from './prepared.ts';
import type { Schema } from './rows.generated.ts';

const int8 = 20;

/** A transaction in which exactly one organization, or one person, is visible. */
export type Work = Transaction<Schema>;

export interface Database {
  /** Rows of one organization. The row-level fence hides all others for the length of the transaction. */
  withOrganization<T>(organizationId: string, work: (trx: Work) => Promise<T>): Promise<T>;
  /** Memberships of one person across organizations, before one of them is chosen. */
  withPerson<T>(userId: string, work: (trx: Work) => Promise<T>): Promise<T>;
  /** Tables that belong to no organization: directory, keys, changes. Tenant tables look empty here. */
  global: Kysely<Schema>;
  /** Answers when the database does; for readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where rows of accounts are read and written: within one change, or beside any. They belong to no organization. */
export type AccountScope = Work | Database['global'];

/**
 * A pool that speaks as the role `sightline_app`, which can neither own tables nor step around the row-level fence.
 * `searchPath` is for the sign-in library, whose tables live in a schema of their own.
 */
export function createPool(
  connectionString: string,
  options: { max: number; onError: (error: Error) => void; searchPath?: string },
): pg.Pool {
  const parse = ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: options.max,
    // Compiling a query costs more than any of ours takes.
    options: `-c role=sightline_app -c jit=off${options.searchPath ? ` -c search_path=${options.searchPath}` : ''}`,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: parse },
  });
  // The database may stop before the last connection of a pool that was ended is gone.
  const hear = (error: Error): void => {
    if (!pool.ending) options.onError(error);
  };
  pool.on('error', hear);
  // A client in use between two queries tells of its lost connection itself; unheard, that would end the program.
  pool.on('connect', (client) => client.on('error', hear));
  return pool;
}

export function openDatabase(connectionString: string, onError: (error: Error) => void): Database {
  const pool = createPool(connectionString, { max: 12, onError });
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const fenced = <T>(setting: string, value: string, work: (trx: Work) => Promise<T>): Promise<T> =>
    kysely.transaction().execute(async (trx) => {
      await sql`${prepared} select set_config(${setting}, ${value}, true)`.execute(trx);
      return work(trx);
    });
  return {
    withOrganization: (organizationId, work) => fenced('app.organization_id', organizationId, work),
    withPerson: (userId, work) => fenced('app.user_id', userId, work),
    global: kysely,
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    close: () => kysely.destroy(),
  };
}

/** True for failures of the way to the database rather than of a query: trying again can help. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : '';
  return (
    (typeof code === 'string' &&
      (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code) || /^(57P0[1-3]|08\w{3}|53300)$/.test(code))) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(message)
  );
}

/** True when the database will never keep one of the values: it is no text, too large, missing, or against a check of the table. */
export function isValueRefused(error: unknown): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null;
  // Without the name of a check it is a partition that is missing, which can be made.
  return (
    typeof found?.code === 'string' &&
    (/^(22...|23502)$/.test(found.code) || (found.code === '23514' && found.constraint !== undefined))
  );
}

/** True when a unique index refused a row; `constraint` narrows it to one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null;
  return found?.code === '23505' && (constraint === undefined || found.constraint === constraint);
}
