import Database from 'better-sqlite3';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { storeSteps } from './schema.ts';

export type Store = Database.Database;

/**
 * Opens (or makes) the edge's database and brings it to the newest step. WAL with synchronous FULL: a committed outbox
 * row survives a power cut. Fails when the file was written by a newer version, rather than guessing at its meaning.
 */
export function openStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true });
  const store = new Database(path);
  chmodSync(path, 0o600);
  store.pragma('journal_mode = WAL');
  store.pragma('synchronous = FULL');
  store.pragma('foreign_keys = ON');
  store.pragma('busy_timeout = 5000');
  const version = store.pragma('user_version', { simple: true }) as number;
  if (version > storeSteps.length) {
    store.close();
    throw new Error(`The core's database has version ${String(version)}, newer than this program knows (${String(storeSteps.length)}).`);
  }
  for (let step = version; step < storeSteps.length; step++) {
    store.transaction(() => {
      store.exec(storeSteps[step]);
      store.pragma(`user_version = ${String(step + 1)}`);
    })();
  }
  return store;
}

/** Opens the database for reading in another process than the one that writes it. */
export function openStoreForReading(path: string): Store {
  const store = new Database(path, { readonly: true, fileMustExist: true });
  store.pragma('busy_timeout = 2000');
  return store;
}
