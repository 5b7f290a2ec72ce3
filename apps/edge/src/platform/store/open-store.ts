import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import Database from 'better-sqlite3';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { storeSteps } from './schema.ts';
import { isStoreDamaged } from './store-damage.ts';

export type Store = Database.Database;

/**
 * Opens (or makes) the edge's database and brings it to the newest step. WAL with synchronous FULL: a committed outbox
 * row survives a power cut. Fails, changing nothing, with `store_newer` when a newer version wrote the file, `store_damaged`
 * when it is no database of ours or cannot be read from its disk, `disk_full` when the disk takes nothing.
 */
export function openStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true });
  return explained(path, () => openNewest(path));
}

/** Does `work` with the store at `path`; what SQLite refuses fails with a code that says what to do. */
export function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const failure = typeof code === 'string' ? failureOf(code) : null;
    throw failure === null ? error : new AppError(failure, { path, detail: String(error) }, { cause: error });
  }
}

function failureOf(code: string): ErrorCode | null {
  // Also what cannot be read from the disk at all: that it is full would be told in vain, for ever.
  if (isStoreDamaged({ code })) return 'store_damaged';
  if (/^SQLITE_(FULL|IOERR)/.test(code)) return 'disk_full';
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code)) return 'data_folder_unwritable';
  return code.startsWith('SQLITE_ERROR') ? 'store_damaged' : null;
}

function openNewest(path: string): Store {
  const store = new Database(path);
  try {
    bringToNewest(store, path);
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

function bringToNewest(store: Store, path: string): void {
  chmodSync(path, 0o600);
  // Read before anything is written: what is not a database stays as it is.
  store.prepare('select count(*) from sqlite_schema').get();
  store.pragma('journal_mode = WAL');
  store.pragma('synchronous = FULL');
  store.pragma('foreign_keys = ON');
  // What is deleted is overwritten: pages that are free still hold it otherwise, and the key to what is sealed lies beside them.
  store.pragma('secure_delete = ON');
  store.pragma('busy_timeout = 5000');
  const version = store.pragma('user_version', { simple: true }) as number;
  if (version > storeSteps.length) throw new AppError('store_newer', { path, version });
  for (let step = version; step < storeSteps.length; step++) {
    store.transaction(() => {
      store.exec(storeSteps[step]);
      store.pragma(`user_version = ${String(step + 1)}`);
    })();
  }
}

/** Opens the database for reading in another process than the one that writes it. */
export function openStoreForReading(path: string): Store {
  const store = new Database(path, { readonly: true, fileMustExist: true });
  store.pragma('busy_timeout = 2000');
  return store;
}
