import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { indexPath } from '../footage/segment-path.ts';
import { movingFile } from '../refile/moving-file.ts';
import { type HurtFootageDeps, isHurt, mendFootage } from './hurt-footage.ts';

export interface MissingFootageDeps extends HurtFootageDeps {
  /** This core deletes the file itself, or deleted files that the store could not forget yet. */
  isBehind: (path: string) => boolean;
}

const rowsAtOnce = 500;
const lookMs = 600_000;
const everyMs = 12 * 3_600_000;
const quietMs = 3_600_000;
const lookedKey = 'footageLookedForUtcMs';

/** Finds footage that somebody else deleted or cut: what is not there must not be called recorded, and why it is not is known. */
export class MissingFootage {
  readonly #deps: MissingFootageDeps;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(deps: MissingFootageDeps) {
    this.#deps = deps;
  }

  /** Looks for every file twice a day, however often the core is started. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#lookIfDue());
    }, lookMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
  }

  /** Looks for every file now. */
  async look(): Promise<void> {
    const { stores, volume } = this.#deps;
    const next = stores.store.prepare(
      'select path, bytes from segments where path > ? and end_utc_ms is not null order by path limit ?',
    );
    let folder: { path: string; names: ReadonlySet<string> | null } = { path: '', names: new Set() };
    for (let after = ''; !this.#isStopped;) {
      const files = next.all(after, rowsAtOnce) as { path: string; bytes: number }[];
      for (const file of files) {
        const path = dirname(file.path);
        if (path !== folder.path) folder = { path, names: await namesIn(join(volume, path)) };
        if (folder.names !== null && !(await isWhole(volume, file, folder.names))) await this.check(file.path);
      }
      if (files.length < rowsAtOnce) return;
      after = files.at(-1)!.path;
    }
  }

  /** Somebody did not find this file, or not all of it: if so, the time that is lost says so from now on. */
  async check(path: string): Promise<void> {
    const { stores, volume, isHere, isBehind, notices, log } = this.#deps;
    const file = stores.segments.of(path);
    if (file?.endUtcMs == null) return;
    const state = await isHurt(volume, file).then(
      (hurt) => (hurt ? 'hurt' : 'whole'),
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 'gone' : 'whole'),
    );
    // A disk that went took its files with it, and what was deleted for its age is only not forgotten yet.
    if (state === 'whole' || isBehind(path) || movingFile(stores.meta)?.path === path || !(await isHere())) return;
    if (state === 'hurt') return mendFootage(this.#deps, file);
    const { streamId, startUtcMs, endUtcMs } = file;
    stores.store.transaction(() => {
      stores.segments.remove(path);
      stores.gaps.noteGone(streamId, { startUtcMs, endUtcMs: endUtcMs!, cause: 'footage_missing' });
    })();
    log.error({ path }, 'footage is gone that this core did not delete');
    notices.notify({ code: 'footage_missing', subject: streamId, detail: join(volume, path) }, quietMs);
  }

  async #lookIfDue(): Promise<void> {
    const { stores, log, nowUtcMs } = this.#deps;
    try {
      const lookedUtcMs = Number(stores.meta.get(lookedKey) ?? 0);
      // Also after the clock was set back.
      if (Math.abs(nowUtcMs() - lookedUtcMs) < everyMs) return;
      await this.look();
      if (!this.#isStopped) stores.meta.set(lookedKey, String(Math.round(nowUtcMs())));
    } catch (error) {
      log.warn({ detail: String(error) }, 'files of footage could not be looked for');
    }
  }
}

/** As far as names and sizes tell. */
async function isWhole(
  volume: string,
  { path, bytes }: { path: string; bytes: number },
  names: ReadonlySet<string>,
): Promise<boolean> {
  if (!names.has(basename(path)) || !names.has(basename(indexPath(path)))) return false;
  return stat(join(volume, path)).then(
    ({ size }) => size >= bytes,
    () => false,
  );
}

/** Null for a folder that a damaged disk does not give. */
async function namesIn(folder: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(await readdir(folder));
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? new Set() : null;
  }
}
