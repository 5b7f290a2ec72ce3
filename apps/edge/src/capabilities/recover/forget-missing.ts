import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

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
export function forgetMissing(
  { store }: EdgeStores,
  volume: string,
  onForgotten?: (file: ForgottenFile) => void,
): void {
  const remove = store.prepare('delete from segments where path = ?');
  const next = store.prepare(
    `select path, stream_id as streamId, start_utc_ms as startUtcMs, coalesce(end_utc_ms, known_end_utc_ms) as endUtcMs
     from segments where path > ? order by path limit ?`,
  );
  let folder: { path: string; names: ReadonlySet<string> | null } = { path: '', names: new Set() };
  for (let after = ''; ;) {
    const files = next.all(after, rowsAtOnce) as ForgottenFile[];
    for (const file of files) {
      const { path } = file;
      if (dirname(path) !== folder.path) folder = { path: dirname(path), names: namesIn(join(volume, dirname(path))) };
      if (folder.names === null || folder.names.has(basename(path))) continue;
      remove.run(path);
      onForgotten?.(file);
    }
    if (files.length < rowsAtOnce) return;
    after = files.at(-1)!.path;
  }
}

/** Null for a folder that a damaged disk does not give: nothing in it is known to be gone, and the rest of the ledger is worth having. */
function namesIn(folder: string): ReadonlySet<string> | null {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? new Set() : null;
  }
}
