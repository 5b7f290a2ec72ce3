import { closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './software-folder.ts';

const storeName = 'core.sqlite';
/** What SQLite keeps beside a database that nobody closed. */
const besides = ['-wal', '-shm'];
const keptName = 'store-before';
const draftName = `${keptName}.draft`;

function copySynced(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Copies the store of a core that does not run, so that a version that brings it to a newer format can be taken back. */
export function keepStore(dataFolder: string, softwareFolder: string): void {
  const [kept, draft] = [join(softwareFolder, keptName), join(softwareFolder, draftName)];
  for (const folder of [kept, draft]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  for (const name of [storeName, ...besides.map((end) => `${storeName}${end}`)])
    if (existsSync(join(dataFolder, name))) copySynced(join(dataFolder, name), join(draft, name));
  syncFolder(draft);
  renameSync(draft, kept);
  syncFolder(softwareFolder);
}

/** Puts the copy back, if one was made; may be done again after a power cut in the middle. Footage is not touched: what was recorded since is found by its files. */
export function restoreStore(dataFolder: string, softwareFolder: string): void {
  const kept = join(softwareFolder, keptName);
  if (!existsSync(join(kept, storeName))) return;
  // First what is replaced goes: a full disk must not keep the core from its old store. A log that belongs to another database
  // would be played into this one.
  for (const end of ['', ...besides]) for (const more of ['', '.restored']) rmSync(join(dataFolder, `${storeName}${end}${more}`), { force: true });
  for (const name of readdirSync(kept).toSorted().toReversed()) {
    copySynced(join(kept, name), join(dataFolder, `${name}.restored`));
    renameSync(join(dataFolder, `${name}.restored`), join(dataFolder, name));
  }
  syncFolder(dataFolder);
}

/** The copy has served, or could not be made: what there is of it would lie on the disk that footage needs. */
export function forgetStore(softwareFolder: string): void {
  for (const name of [keptName, draftName]) rmSync(join(softwareFolder, name), { recursive: true, force: true });
}
