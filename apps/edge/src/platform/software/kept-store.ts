import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './software-folder.ts';

const storeName = 'core.sqlite';
/** What SQLite keeps beside a database that nobody closed. */
const besides = ['-wal', '-shm'];
const storeFiles = [storeName, ...besides.map((end) => `${storeName}${end}`)];
/** The store as it was before a version was tried. */
const keptName = 'store-before';
/** The store as a version left it that was taken back. */
const trialName = 'store-of-trial';
const draftOf = (name: string): string => `${name}.draft`;

function copySynced(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  const handle = openSync(to, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Moves a file, whole or not at all. Within a disk this needs no room, so that a full one keeps no core from its store. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Somebody has put the folder for software on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copySynced(from, `${to}.moved`);
    renameSync(`${to}.moved`, to);
    rmSync(from);
  }
}

function removeAll(softwareFolder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(softwareFolder, name), { recursive: true, force: true });
}

/** Copies the store of a core that does not run, so that a version that brings it to a newer format can be taken back. */
export function keepStore(dataFolder: string, softwareFolder: string): void {
  const [kept, draft] = [join(softwareFolder, keptName), join(softwareFolder, draftOf(keptName))];
  removeAll(softwareFolder, [keptName, draftOf(keptName), trialName, draftOf(trialName)]);
  mkdirSync(draft, { mode: 0o700 });
  for (const name of storeFiles)
    if (existsSync(join(dataFolder, name))) copySynced(join(dataFolder, name), join(draft, name));
  syncFolder(draft);
  renameSync(draft, kept);
  syncFolder(softwareFolder);
}

/** What the trial wrote is kept for the version of before, all of it before anything is put back. */
function setAside(dataFolder: string, softwareFolder: string): void {
  const [aside, draft] = [join(softwareFolder, trialName), join(softwareFolder, draftOf(trialName))];
  // After a power cut: what lies at its place by now is the store of before.
  if (existsSync(aside)) return;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  for (const name of storeFiles)
    if (existsSync(join(dataFolder, name))) move(join(dataFolder, name), join(draft, name));
  for (const folder of [draft, dataFolder]) syncFolder(folder);
  renameSync(draft, aside);
  syncFolder(softwareFolder);
}

/**
 * Puts back the store of before, if it was kept, and keeps that of the trial (`storeOfTrial`); may be done again after a power cut in
 * the middle. Footage is not touched: what was recorded since is found by its files.
 */
export function restoreStore(dataFolder: string, softwareFolder: string): void {
  const kept = join(softwareFolder, keptName);
  // The database comes last: while it is here, something is left to be done.
  if (!existsSync(join(kept, storeName))) return;
  setAside(dataFolder, softwareFolder);
  for (const name of readdirSync(kept).toSorted().toReversed()) move(join(kept, name), join(dataFolder, name));
  syncFolder(dataFolder);
}

/** The copy has served, or could not be made: what there is of it would lie on the disk that footage needs. */
export function forgetStore(softwareFolder: string): void {
  removeAll(softwareFolder, [keptName, draftOf(keptName)]);
}

/** Database that a version left which was taken back, or null: it may hold what nobody was told yet. */
export function storeOfTrial(softwareFolder: string): string | null {
  const path = join(softwareFolder, trialName, storeName);
  return existsSync(path) ? path : null;
}

/** What the trial left was taken up, or cannot be read. */
export function forgetTrial(softwareFolder: string): void {
  removeAll(softwareFolder, [trialName, draftOf(trialName)]);
}
