import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { EdgeStores } from './edge-stores.ts';

interface ForgottenFile {
  path: string;
  streamId: string;
  startUtcMs: number;
  endUtcMs: number;
}

const rowsAtOnce = 5_000;

/**
 * Forgets files of the ledger that are not in the folder; `onForgotten` hears of each, oldest of a stream first. Only for a disk
 * that is known to be the right one. A month of many cameras is millions of files: one folder is read at a time.
 */
export function forgetMissing({ store }: EdgeStores, volume: string, onForgotten?: (file: ForgottenFile) => void): void {
  const remove = store.prepare('delete from segments where path = ?');
  const next = store.prepare(
    `select path, stream_id as streamId, start_utc_ms as startUtcMs, coalesce(end_utc_ms, known_end_utc_ms) as endUtcMs
     from segments where path > ? order by path limit ?`,
  );
  let folder = { path: '', names: new Set<string>() };
  for (let after = ''; ;) {
    const files = next.all(after, rowsAtOnce) as ForgottenFile[];
    for (const file of files) {
      const { path } = file;
      if (dirname(path) !== folder.path) folder = { path: dirname(path), names: namesIn(join(volume, dirname(path))) };
      if (folder.names.has(basename(path))) continue;
      remove.run(path);
      onForgotten?.(file);
    }
    if (files.length < rowsAtOnce) return;
    after = files.at(-1)!.path;
  }
}

function namesIn(folder: string): Set<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Set();
    throw error;
  }
}
