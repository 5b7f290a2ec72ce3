import type { Store } from './open-store.ts';

/** Runs `work` in one transaction while the database at `path` can be read as `old`. Fails, changing nothing, when it cannot be read. */
export function withAttached(store: Store, path: string, work: () => void): void {
  store.prepare('attach database ? as old').run(path);
  try {
    store.transaction(work)();
  } finally {
    store.prepare('detach database old').run();
  }
}

/** Whether the attached database has a table: a version of before knew fewer. */
export const hasAttached = (store: Store, table: string): boolean =>
  store.prepare("select 1 from old.sqlite_schema where type = 'table' and name = ?").get(table) !== undefined;

export interface CopyRows {
  /** What happens with a row that is here already, or that does not fit: it is left out, or the whole fails. */
  conflict?: 'abort' | 'ignore';
  /** SQL that gives these columns another value. */
  instead?: Record<string, string>;
  /** Columns that are given anew. */
  without?: readonly string[];
  /** SQL condition on the rows that are copied. */
  where?: string;
}

/** Copies rows of the attached database, with the columns that both versions have. */
export function copyRows(
  store: Store,
  table: string,
  { conflict = 'abort', instead = {}, without = [], where = 'true' }: CopyRows = {},
): void {
  const columnsOf = (schema: string): string[] =>
    store.prepare('select name from pragma_table_info(?, ?)').pluck().all(table, schema) as string[];
  const known = new Set(columnsOf('old'));
  const shared = columnsOf('main').filter((name) => known.has(name) && !without.includes(name));
  const values = shared.map((name) => instead[name] ?? name);
  store
    .prepare(
      `insert or ${conflict} into main.${table} (${shared.join(', ')}) select ${values.join(', ')} from old.${table} where ${where}`,
    )
    .run();
}
