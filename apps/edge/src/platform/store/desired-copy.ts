import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openSealedText, sealText } from '../crypto/sealed-text.ts';
import { writeSynced } from '../write-synced.ts';
import type { Store } from './open-store.ts';

const fileName = 'core.wishes';

const soonMs = 300;

const rows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));
/** Copies of before held `cameras`, when there was no other kind. This version writes none: an older one would read content without its limits. */
const kept = z.object({
  meta: rows,
  desired: rows.default(() => []),
  cameras: rows.default(() => []),
  streams: rows,
});

/**
 * A sealed copy of what is wanted of this core, in a small file of its own: a core whose store is damaged records on by it at once,
 * whether its server can be asked or not.
 */
export class DesiredCopy {
  readonly #path: string;
  readonly #key: Buffer;
  readonly #store: Store;
  #written = '';
  #timer: NodeJS.Timeout | null = null;
  #keys: readonly string[] = [];

  constructor(dataFolder: string, { key, store }: { key: Buffer; store: Store }) {
    this.#path = join(dataFolder, fileName);
    this.#key = key;
    this.#store = store;
  }

  /** Keys of the store's memory that the copy holds from now on: without some of them a core can neither record nor ask. */
  keep(keys: readonly string[]): void {
    this.#keys = keys;
  }

  /** Writes the copy soon: a list of cameras comes one by one. */
  later(onFailure: (error: unknown) => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      try {
        this.write();
      } catch (error) {
        onFailure(error);
      }
    }, soonMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Writes the copy unless nothing changed. Fails with the system's error, leaving the copy of before. */
  write(): void {
    const text = JSON.stringify(this.#read());
    if (text === this.#written) return;
    writeSynced(this.#path, sealText(this.#key, text), 0o600);
    this.#written = text;
  }

  /**
   * Takes up what the store does not know; an entity of a newer revision counts. Answers whether there was a copy. `isWhole`: all that
   * was wanted could be read from the store of before, so that its count of operations holds.
   */
  restore(isWhole: boolean): boolean {
    const copy = this.#stored();
    const store = this.#store;
    store.transaction(() => {
      const isKnown = this.#forgetUnreadable();
      // What the server said last and the copy does not hold it says again.
      if (!isWhole || !isKnown) store.prepare("delete from meta where key = 'lastOperation'").run();
      for (const row of copy?.meta ?? [])
        insert(store, { table: 'meta', conflict: 'on conflict (key) do nothing' }, row);
      const newer =
        'on conflict (kind, id) do update set revision = excluded.revision, content = excluded.content where excluded.revision > revision';
      const cameras = (copy?.cameras ?? []).map(({ config = null, ...row }) => ({
        ...row,
        kind: 'camera',
        content: config,
      }));
      for (const row of [...cameras, ...(copy?.desired ?? [])])
        insert(store, { table: 'desired', conflict: newer }, row);
      for (const row of copy?.streams ?? [])
        insert(store, { table: 'streams', conflict: 'on conflict (id) do nothing' }, row);
    })();
    return copy !== null;
  }

  /** An entity whose sealed words were damaged is not known. Answers whether all are. */
  #forgetUnreadable(): boolean {
    const sealed = this.#store.prepare('select kind, id, content from desired where content is not null').all() as {
      kind: string;
      id: string;
      content: string;
    }[];
    const damaged = sealed.filter(({ content }) => !this.#opens(content));
    for (const { kind, id } of damaged)
      this.#store.prepare('delete from desired where kind = ? and id = ?').run(kind, id);
    return damaged.length === 0;
  }

  #opens(content: string): boolean {
    try {
      return openSealedText(this.#key, content).length > 0;
    } catch {
      return false;
    }
  }

  #read(): Omit<z.infer<typeof kept>, 'cameras'> {
    const all = (sql: string, ...values: unknown[]): z.infer<typeof rows> =>
      this.#store.prepare(sql).all(...values) as z.infer<typeof rows>;
    return {
      meta: all(
        'select key, value from meta where key in (select value from json_each(?)) order by key',
        JSON.stringify(this.#keys),
      ),
      // A core records without knowing anybody; who is known is much, and the server says it again.
      desired: all(
        "select kind, id, revision, content from desired where kind not in ('faceGallery', 'vehicleList') order by kind, id",
      ),
      streams: all('select * from streams order by id'),
    };
  }

  #stored(): z.infer<typeof kept> | null {
    if (!existsSync(this.#path)) return null;
    try {
      return kept.parse(JSON.parse(openSealedText(this.#key, readFileSync(this.#path, 'utf8'))));
    } catch {
      // Damaged as well: the server says everything again.
      return null;
    }
  }
}

function insert(
  store: Store,
  { table, conflict }: { table: string; conflict: string },
  row: z.infer<typeof rows>[number],
): void {
  const known = store.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
  const names = Object.keys(row).filter((name) => known.includes(name));
  store
    .prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')}) ${conflict}`,
    )
    .run(row);
}
