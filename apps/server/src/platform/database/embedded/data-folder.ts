import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramAccount } from './program-account.ts';
import { diskFull, folderUnwritable, StartFailure, toStartFailure } from './start-failure.ts';

/** Unix socket addresses hold about 107 bytes on Linux and 103 on macOS. */
const socketPathLimitBytes = 100;
/** A new cluster with its staged programs takes about 100 MB; below this the first start would stop half-way. */
const firstStartFreeBytes = 160_000_000;

/** Makes the folder when missing, proves that it can be written, and returns its real path. A file in its place is refused too. */
export function prepareFolder(folder: string, mode: number): string {
  try {
    makeFolder(folder, mode);
    const real = realpathSync(folder);
    const probe = join(real, `.probe-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
    return real;
  } catch (error) {
    // Such as /proc, where nobody can make anything.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw folderUnwritable(folder, error);
    throw toStartFailure(error, folder);
  }
}

/** One level at a time: Node's recursive mode loops for ever below /proc, and says ENOENT for a disk that is read-only. */
function makeFolder(folder: string, mode: number): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && path !== dirname(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) mkdirSync(path, { mode });
  // Something is there: this tells a folder from a file.
  mkdirSync(folder, { recursive: true, mode });
}

export function requireFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < firstStartFreeBytes) throw diskFull(folder);
}

/** Asks the account itself, because modes alone do not know about groups, access lists and mounts. */
export function requireTraversable(folder: string, account: ProgramAccount | undefined): void {
  if (!account || canEnter(folder, account)) return;
  const chain: string[] = [];
  for (let path = folder; path !== dirname(path); path = dirname(path)) chain.unshift(path);
  const barrier = chain.find((path) => !canEnter(path, account)) ?? folder;
  const message = `The account ${account.name}, which runs PostgreSQL, cannot enter ${barrier}; choose another folder with --data or run chmod o+x ${barrier}.`;
  throw new StartFailure('data_folder_untraversable', message);
}

function canEnter(folder: string, account: ProgramAccount): boolean {
  const { uid, gid } = account;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * A folder for sockets: `name` inside the data folder, or, where that path is too long for a
 * socket address, a private folder in /tmp named by the hash of the data folder.
 */
export function prepareSocketFolder(dataDir: string, name: string, account: ProgramAccount | undefined): string {
  const inside = join(dataDir, name);
  const fits = Buffer.byteLength(join(inside, '.s.PGSQL.5432.lock')) <= socketPathLimitBytes;
  const folder = fits ? inside : `/tmp/sightline-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`;
  const owner = account?.uid ?? process.getuid?.();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  const info = lstatSync(folder);
  if (!info.isDirectory() || info.uid !== owner || (info.mode & 0o077) !== 0) {
    throw new StartFailure(
      'database_start_failed',
      `The socket folder ${folder} belongs to somebody else; remove it and start again.`,
    );
  }
  return folder;
}
