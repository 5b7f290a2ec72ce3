import { statfsSync } from 'node:fs';
import type { Store } from './open-store.ts';

const maxBytes = 4_608 * 1024;
const minBytes = 512 * 1024;
/** Pages after which SQLite moves its log into the file, and begins the log again in the same room. */
const usualCheckpoint = 1_000;

/** What the store reserves on a disk of this size. */
const reserveOf = (diskBytes: number): number => Math.min(maxBytes, Math.max(minBytes, Math.floor(diskBytes / 32)));

/**
 * Room that belongs to the store whatever else fills the disk: free pages in its file, and a log that is as long as it gets. What is
 * written from then on takes the place of what was there, so that a core whose disk is full to the last byte still knows and tells it.
 * The log is as short as ever after the store was opened. Answers whether there is a reserve now; not where it would fill the disk.
 */
export function layReserve(store: Store, folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const bytes = reserveOf(blocks * bsize);
  const pageBytes = store.pragma('page_size', { simple: true }) as number;
  const pages = Math.floor(bytes / pageBytes);
  store.pragma(`wal_autocheckpoint = ${String(Math.min(usualCheckpoint, Math.floor(pages * 0.8)))}`);
  if (bavail * bsize < bytes * 4) return false;
  store.exec('drop table if exists reserve; create table reserve (filler blob not null) strict');
  // Some file systems keep zeros in no room at all.
  store.prepare('insert into reserve (filler) values (randomblob(?))').run(bytes);
  store.pragma('wal_checkpoint(PASSIVE)');
  // Its pages stay in the file, for whoever needs some next.
  store.exec('drop table reserve');
  store.pragma('wal_checkpoint(PASSIVE)');
  return true;
}

/** Whether half of it is left. */
export function hasReserve(store: Store, folder: string): boolean {
  const { blocks, bsize } = statfsSync(folder);
  const [free, pageBytes] = ['freelist_count', 'page_size'].map(
    (name) => store.pragma(name, { simple: true }) as number,
  ) as [number, number];
  return free * pageBytes >= reserveOf(blocks * bsize) / 2;
}
