import type { Store } from './open-store.ts';
import { isStoreDamaged } from './store-damage.ts';

const watchers = new WeakMap<Store, (error: unknown) => void>();

/** A row holds what nobody wrote there, on a page that reads well: says so, as of a page that does not, and answers the error. */
export function damagedRow(store: Store, cause: unknown): Error {
  const error = Object.assign(new Error('a row of the store is damaged', { cause }), { code: 'SQLITE_CORRUPT' });
  watchers.get(store)?.(error);
  return error;
}

const methods = ['run', 'get', 'all'] as const;
const begins = ['deferred', 'immediate', 'exclusive'] as const;
type Work = (...values: unknown[]) => unknown;

interface Iterating {
  iterate: (...values: unknown[]) => IterableIterator<unknown>;
}

/** Rows that are read one by one meet a page when its row is asked for, and not when the statement begins. */
function watchRows(rows: IterableIterator<unknown>, watch: <T>(work: () => T) => T): IterableIterator<unknown> {
  const next = rows.next.bind(rows);
  rows.next = () => watch(next);
  return rows;
}

/**
 * Says once when a statement meets a damaged page, whoever made it and whatever becomes of its error: a core that waits until one is
 * not caught somewhere ends with it, and meets the same page again at its next start. `onFull` hears each time that the disk takes nothing.
 */
export function watchStore(
  store: Store,
  { onDamaged, onFull }: { onDamaged: (error: unknown) => void; onFull: () => void },
): void {
  let isTold = false;
  const notify = (error: unknown): void => {
    if (!isTold) onDamaged(error);
    isTold = true;
  };
  watchers.set(store, notify);
  const watch = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (isStoreDamaged(error)) notify(error);
      if ((error as { code?: unknown }).code === 'SQLITE_FULL') onFull();
      throw error;
    }
  };
  const prepare = store.prepare.bind(store) as (
    sql: string,
  ) => Record<(typeof methods)[number], (...values: unknown[]) => unknown> & Iterating;
  store.prepare = ((sql: string) => {
    const statement = watch(() => prepare(sql));
    for (const name of methods) {
      const method = statement[name].bind(statement);
      statement[name] = (...values) => watch(() => method(...values));
    }
    const iterate = statement.iterate.bind(statement);
    statement.iterate = (...values) =>
      watchRows(
        watch(() => iterate(...values)),
        watch,
      );
    return statement;
  }) as unknown as Store['prepare'];
  const { exec, pragma } = { exec: store.exec.bind(store), pragma: store.pragma.bind(store) };
  store.exec = (sql) => watch(() => exec(sql));
  store.pragma = (sql, options) => watch(() => pragma(sql, options));
  // What a transaction wrote goes to the disk with its end, which is no statement of ours.
  const transaction = store.transaction.bind(store) as (work: Work) => Work & Record<(typeof begins)[number], Work>;
  store.transaction = ((work: Work) => {
    const whole = transaction(work);
    const watched =
      (begin: Work): Work =>
      (...values) =>
        watch(() => begin(...values));
    return Object.assign(watched(whole), Object.fromEntries(begins.map((name) => [name, watched(whole[name])])));
  }) as unknown as Store['transaction'];
}
