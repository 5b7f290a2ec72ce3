import type { Store } from './open-store.ts';

/** Single values that must survive a restart. */
export class MetaStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(key: string): string | null {
    const row = this.#store.prepare('select value from meta where key = ?').get(key) as { value: string } | undefined;
    return row?.value ?? null;
  }

  set(key: string, value: string): void {
    this.#store
      .prepare('insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value')
      .run(key, value);
  }

  remove(key: string): void {
    this.#store.prepare('delete from meta where key = ?').run(key);
  }
}
