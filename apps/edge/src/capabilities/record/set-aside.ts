import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../footage/disk.ts';
import { asidePath, indexPath, segmentStart } from '../footage/segment-path.ts';
import { nowUtcMs } from '../../platform/clock.ts';

interface AsideOptions {
  volume: string;
  streamId: string;
  disk: Disk;
}

const chunkBytes = 1024 * 1024;

/** Moves a segment that cannot be read, and its index, out of the way of footage; answers where it lies then. */
export async function setAside(path: string, options: AsideOptions): Promise<string> {
  const { volume, disk } = options;
  const aside = await freePath(segmentStart(path) ?? nowUtcMs(), options);
  // The index first: a file that is gone from its place must not leave anything there that nobody looks for.
  if (existsSync(join(volume, indexPath(path))))
    await disk.rename(join(volume, indexPath(path)), join(volume, indexPath(aside)));
  await disk.rename(join(volume, path), join(volume, aside));
  for (const name of [aside, path]) await disk.syncDirectory(join(volume, name, '..'));
  return aside;
}

/** Copies ranges [from, to) of a file into a file of their own, before they are cut off; answers where that lies. */
export async function copyAside(
  piece: { file: string; startAtUtcMs: number; ranges: readonly { from: number; to: number }[] },
  options: AsideOptions,
): Promise<string> {
  const { volume, disk } = options;
  const aside = await freePath(piece.startAtUtcMs, options);
  const target = await disk.create(join(volume, aside));
  const source = openSync(piece.file, 'r');
  try {
    let written = 0;
    for (const { from, to } of piece.ranges) {
      for (let at = from; at < to; at += chunkBytes) {
        const bytes = new Uint8Array(Math.min(chunkBytes, to - at));
        const length = readSync(source, bytes, 0, bytes.length, at);
        await disk.write(target, [bytes.subarray(0, length)], written);
        written += length;
      }
    }
    await disk.sync(target);
  } catch (error) {
    await disk.remove(join(volume, aside)).catch(() => undefined);
    throw error;
  } finally {
    closeSync(source);
    await disk.close(target);
  }
  await disk.syncDirectory(join(volume, aside, '..'));
  return aside;
}

/** What was set aside before is never overwritten. */
async function freePath(startAtUtcMs: number, { volume, streamId, disk }: AsideOptions): Promise<string> {
  for (const made of await disk.makeDirectory(join(volume, asidePath(streamId, 0), '..')))
    await disk.syncDirectory(join(made, '..'));
  for (let at = Math.round(startAtUtcMs); ; at++)
    if (!existsSync(join(volume, asidePath(streamId, at)))) return asidePath(streamId, at);
}
