import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const ballastName = 'core.ballast';
/** Room for a store to be opened, and for the first footage to be let go of; less on a small disk. */
const ballastBytes = (totalBytes: number): number => Math.min(32 * 1024 * 1024, Math.floor(totalBytes / 16));
/** Laid only where so much is free beside it: it must not be what fills a disk. */
const keptFreeBytes = (totalBytes: number): number => Math.min(1_000_000_000, totalBytes / 10);
/** What a start writes before any footage can go is far less. */
const startBytes = (totalBytes: number): number => Math.min(8 * 1024 * 1024, totalBytes / 32);
const chunkBytes = 1024 * 1024;

/**
 * Lays a file into the data folder that holds nothing but its room, unless it lies there. A core that starts on a disk that others
 * filled to the last byte throws it away: without a store nothing would be recorded, and nothing be deleted, for ever. Answers whether
 * it lies there now.
 */
export async function layBallast(
  dataFolder: string,
  wanted: { bytes?: number; keptFree?: number } = {},
): Promise<boolean> {
  const path = join(dataFolder, ballastName);
  if ((await stat(path).catch(() => null)) !== null) return true;
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  const { bytes = ballastBytes(blocks * bsize), keptFree = keptFreeBytes(blocks * bsize) } = wanted;
  if (bavail * bsize < bytes + keptFree) return false;
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    // Some file systems keep zeros in no room at all.
    const chunk = randomBytes(chunkBytes);
    for (let at = 0; at < bytes; at += chunkBytes) await file.write(chunk, 0, Math.min(chunkBytes, bytes - at), at);
    await file.close();
    await rename(draft, path);
    return true;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/** Throws it away where less is free than a start takes. */
export function makeRoom(dataFolder: string, startFree?: number): void {
  mkdirSync(dataFolder, { recursive: true });
  const { bavail, blocks, bsize } = statfsSync(dataFolder);
  if (bavail * bsize >= (startFree ?? startBytes(blocks * bsize))) return;
  for (const name of [ballastName, `${ballastName}.draft`]) rmSync(join(dataFolder, name), { force: true });
}
