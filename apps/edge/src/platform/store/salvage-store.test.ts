import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './open-store.ts';
import { salvageSegments, salvageStore } from './salvage-store.ts';

const pageBytes = 4_096;
const rows = 2_000;
let folder: string;
let fresh: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salvage-'));
  fresh = openStore(join(folder, 'new.sqlite'));
});
afterEach(() => {
  fresh.close();
  rmSync(folder, { recursive: true });
});

const oldPath = (): string => join(folder, 'old.sqlite');

interface Column {
  name: string;
  type: string;
  pk: number;
}

const tablesOf = (store: Store): string[] =>
  store
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
const columnsOf = (store: Store, table: string): Column[] =>
  store.prepare('select name, type, pk from pragma_table_info(?)').all(table) as Column[];

/** Some value for a column: JSON where there is text, a number of its own in each key. */
const some = ({ type, pk }: Column, n: number): unknown =>
  type === 'TEXT' ? JSON.stringify(`${String(n).padStart(6, '0')} ${'x'.repeat(pk > 0 ? 0 : 100)}`) : n;

function fill(store: Store, table: string, count: number): void {
  const columns = columnsOf(store, table);
  const insert = store.prepare(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  store.transaction(() => {
    for (let n = 1; n <= count; n += 1) insert.run(...columns.map((column) => some(column, n)));
  })();
}

const allOf = (store: Store, table: string): unknown[] => store.prepare(`select * from ${table}`).all();

/** Spoils the page in the middle of a table of the old store. */
function damageMiddle(store: Store, table: string): void {
  const pages = store
    .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by path")
    .pluck()
    .all(table) as number[];
  store.pragma('wal_checkpoint(TRUNCATE)');
  store.close();
  const file = openSync(oldPath(), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (pages[Math.floor(pages.length / 2)]! - 1) * pageBytes);
  closeSync(file);
}

test('takes rows of every table along, but those of files, which come later, and those that are written down beside the footage', () => {
  const old = openStore(oldPath());
  old.pragma('foreign_keys = OFF');
  const tables = tablesOf(old);
  for (const table of tables) fill(old, table, 3);
  const written = tables.map((table) => [table, allOf(old, table)]);
  old.close();
  fresh.pragma('foreign_keys = OFF');
  expect(salvageStore(fresh, oldPath())).toEqual([]);
  const later = new Set(['segments', 'clock_marks']);
  expect(tables.map((table) => [table, allOf(fresh, table)])).toEqual(
    written.map(([table, all]) => [table, later.has(table as string) ? [] : all]),
  );
});

test.each(['outbox', 'gaps', 'open_events'])('reads what lies before and behind a damaged page of %s', (table) => {
  const old = openStore(oldPath());
  old.pragma('foreign_keys = OFF');
  fill(old, table, rows);
  const [first, last] = [allOf(old, table)[0], allOf(old, table).at(-1)];
  damageMiddle(old, table);
  fresh.pragma('foreign_keys = OFF');
  expect(salvageStore(fresh, oldPath())).toEqual([table]);
  const read = allOf(fresh, table);
  expect(read).toContainEqual(first);
  expect(read).toContainEqual(last);
  // A page holds some dozens.
  expect(read.length).toBeGreaterThan(rows - 100);
  expect(read.length).toBeLessThan(rows);
});

test('reads what lies before and behind a damaged page of the rows of files', async () => {
  const old = openStore(oldPath());
  old.pragma('foreign_keys = OFF');
  fill(old, 'segments', rows);
  damageMiddle(old, 'segments');
  fresh.pragma('foreign_keys = OFF');
  await salvageSegments(fresh, oldPath(), () => true);
  const read = allOf(fresh, 'segments').length;
  expect(read).toBeGreaterThan(rows - 100);
  expect(read).toBeLessThan(rows);
});
