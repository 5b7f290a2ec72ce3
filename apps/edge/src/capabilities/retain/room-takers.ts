import { lstat, opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { correctedUtcMs } from '../../platform/clock.ts';

/** A file that takes room of a disk, in bytes. */
export interface RoomTaker {
  path: string;
  bytes: number;
}

/** More is not looked at: whoever fills a disk mostly does it with few large files. */
const maxEntries = 50_000;
/** Smaller ones come and go. */
const notableBytes = 1024 * 1024;

export interface RoomQuestion {
  /** On whose disk. */
  folder: string;
  /** Paths that are not looked at. */
  except: readonly string[];
  /** Files that were changed since then come first: it is they that fill it. */
  sinceUtcMs: number;
  /** Where to begin; at the top of the disk unless a test says otherwise. */
  top?: string;
}

/** The largest files on a disk, largest first. What cannot be read is left out. */
export async function roomTakers({ folder, except, sinceUtcMs, top }: RoomQuestion, most = 3): Promise<RoomTaker[]> {
  const device = (await lstat(folder)).dev;
  const waiting = [top ?? (await topOf(folder, device))];
  let takers: (RoomTaker & { isNew: boolean })[] = [];
  let seen = 0;
  // Folder by folder, from the outside: a deep tree must not keep what lies beside it from being seen.
  for (let path = waiting.shift(); path !== undefined && seen < maxEntries; path = waiting.shift()) {
    for (const entry of await namesIn(path)) {
      seen++;
      const inside = join(path, entry);
      const found = except.includes(inside) ? null : await lstat(inside).catch(() => null);
      if (found === null || found.dev !== device) continue;
      if (found.isDirectory()) waiting.push(inside);
      else if (found.isFile()) {
        const taker = {
          path: inside,
          bytes: found.blocks * 512,
          isNew: correctedUtcMs(found.mtimeMs) >= sinceUtcMs && found.blocks * 512 >= notableBytes,
        };
        takers = [...takers, taker]
          .toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || b.bytes - a.bytes)
          .slice(0, most);
      }
    }
  }
  return takers.map(({ path, bytes }) => ({ path, bytes }));
}

async function topOf(folder: string, device: number): Promise<string> {
  const above = dirname(folder);
  if (above === folder || (await lstat(above).catch(() => null))?.dev !== device) return folder;
  return topOf(above, device);
}

async function namesIn(path: string): Promise<string[]> {
  try {
    const names: string[] = [];
    for await (const { name } of await opendir(path)) names.push(name);
    return names;
  } catch {
    // Of others, or gone meanwhile.
    return [];
  }
}
