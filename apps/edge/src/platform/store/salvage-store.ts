import Database from 'better-sqlite3';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from './open-store.ts';

/** Tables that are small beside that of files, by their keys. Whatever comes first is worth more. */
const smallTables: Readonly<Record<string, readonly string[]>> = {
  meta: ['key'],
  desired: ['kind', 'id'],
  cameras: ['id'],
  streams: ['id'],
  gaps: ['stream_id', 'start_utc_ms'],
  outbox: ['sequence'],
  open_events: ['id'],
  alerts: ['id'],
  protected_spans: ['id'],
  exports: ['id'],
  entrance_minutes: ['entrance_id', 'camera_id', 'at_utc_ms'],
  line_counts: ['rule_id', 'camera_id'],
  door_states: ['door_id'],
  door_candidates: ['door_id'],
  event_spans: ['camera_id', 'from_utc_ms'],
};

/** A version of before kept what is wanted of cameras in a table of their own. */
const camerasOfBefore = {
  begin: 'create temp table cameras (id text primary key, revision integer not null, config text)',
  end: `insert or ignore into desired (kind, id, revision, content) select 'camera', id, revision, config from cameras;
    drop table temp.cameras`,
};

/** The file itself last: while it lies in its place nothing was moved for good. */
const ends = ['-wal', '-shm', ''];
/** Columns that hold JSON. */
const jsonColumns = ['body', 'report', 'request', 'counted', 'area'];
const rowsPerTurn = 2_000;

/** The base name of a damaged store that was found at an instant. */
export const asideName = (path: string, nowUtcMs: number): string =>
  `${basename(path)}.damaged-${String(Math.round(nowUtcMs))}`;

/**
 * Moves a damaged store to `aside` in its folder, and throws away the one that was moved before it. Where it lies there already what is
 * in its place is an unfinished new one, which goes.
 */
export function setStoreAside(path: string, aside: string): void {
  const folder = dirname(path);
  const prefix = `${basename(path)}.damaged-`;
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && !name.startsWith(basename(aside))) rmSync(join(folder, name), { force: true });
  const isMoved = existsSync(aside);
  for (const end of ends) {
    if (isMoved) rmSync(path + end, { force: true });
    else if (existsSync(path + end)) renameSync(path + end, aside + end);
  }
}

/** Copies what can be read of a damaged store, but for its rows of files. Answers the tables of which some rows could not be read. */
export function salvageStore(store: Store, damagedPath: string): string[] {
  const old = openDamaged(damagedPath);
  if (old === null) return Object.keys(smallTables);
  try {
    return store.transaction(() => {
      store.exec(camerasOfBefore.begin);
      const left = Object.entries(smallTables).flatMap(([table, key]) => {
        const rows = salvage(old, { store, table, key });
        for (let step = rows.next(); ; step = rows.next()) if (step.done === true) return step.value ? [] : [table];
      });
      store.exec(camerasOfBefore.end);
      return left;
    })();
  } finally {
    old.close();
  }
}

/** Copies what can be read of the rows of files, beside whatever else is done. Answers how many. */
export async function salvageSegments(store: Store, damagedPath: string, isWanted: () => boolean): Promise<number> {
  const old = openDamaged(damagedPath);
  if (old === null) return 0;
  try {
    let count = 0;
    // Its own id may be in use for a file that was found meanwhile.
    const rows = salvage(old, { store, table: 'segments', key: ['id'], without: ['id'] });
    for (;;) {
      if (!isWanted()) return count;
      const isDone = store.transaction(() => {
        for (let n = 0; n < rowsPerTurn; n++) if (rows.next().done === true) return true;
        return false;
      })();
      count += rowsPerTurn;
      if (isDone) return count;
      await turn();
    }
  } finally {
    old.close();
  }
}

function openDamaged(path: string): Store | null {
  try {
    const old = new Database(path, { fileMustExist: true });
    old.prepare('select count(*) from sqlite_schema').get();
    return old;
  } catch {
    return null;
  }
}

interface SalvageTask {
  store: Store;
  table: string;
  key: readonly string[];
  without?: readonly string[];
}

/** From the first row to the first that cannot be read, then from the last one back to it. Returns whether all could be. */
function* salvage(old: Store, task: SalvageTask): Generator<void, boolean> {
  const { store, table, key, without = [] } = task;
  const columnsOf = (of: Store): string[] =>
    of.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
  const columns = attempt(() => columnsOf(old)) ?? [];
  const known = columnsOf(store).filter((name) => columns.includes(name));
  // A version of before knew fewer.
  if (known.length === 0) return true;
  const shared = known.filter((name) => !without.includes(name));
  const insert = store.prepare(
    `insert or ignore into ${table} (${shared.join(', ')}) values (${shared.map(() => '?').join(', ')})`,
  );
  const jsonAt = shared.findIndex((name) => jsonColumns.includes(name));
  let isWhole = true;
  const read = function* (direction: 'asc' | 'desc'): Generator<void, boolean> {
    const order = key.map((name) => `${name} ${direction}`).join(', ');
    const rows = attempt(
      () =>
        old
          .prepare(`select ${shared.join(', ')} from ${table} order by ${order}`)
          .raw()
          .iterate() as IterableIterator<unknown[]>,
    );
    if (rows === null) return false;
    for (;;) {
      const step = attempt(() => rows.next());
      if (step === null) return false;
      if (step.done === true) return isWhole;
      // What a damaged page makes of a row need not fit, and need not be what was written.
      if (!isJson(step.value[jsonAt])) isWhole = false;
      else attempt(() => insert.run(...step.value));
      yield;
    }
  };
  if (yield* read('asc')) return true;
  yield* read('desc');
  return false;
}

/** Also for what is no text of a row that has one: another table's rows have none. */
const isJson = (value: unknown): boolean =>
  typeof value !== 'string' || attempt(() => JSON.parse(value) !== undefined) === true;

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
