import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Left free while a package comes and is unpacked. */
export const keptFreeBytes = 1_000_000_000;

/** What can still change: all else is as it was when it was added up. */
const isUnsettled = (name: string): boolean => name.endsWith('.unfinished') || name.endsWith('.draft');

/** Bytes that versions and packages take of the disk on which the footage lies. */
export class SoftwareRoom {
  readonly #folder: string;
  readonly #volume: string;
  readonly #known = new Map<string, number>();

  constructor(folder: string, volume: string) {
    this.#folder = folder;
    this.#volume = volume;
  }

  /** 0 where software lies on a disk of its own. */
  async bytes(): Promise<number> {
    if (!(await isShared(this.#folder, this.#volume))) return 0;
    const versions = join(this.#folder, 'versions');
    const paths = [
      ...(await namesIn(versions)).map((name) => join(versions, name)),
      ...(await namesIn(this.#folder)).map((name) => join(this.#folder, name)),
    ];
    for (const path of this.#known.keys()) if (!paths.includes(path)) this.#known.delete(path);
    let sum = 0;
    for (const path of paths) if (path !== versions) sum += await this.#bytesOf(path);
    return sum;
  }

  /** A version has thousands of files and never changes: it is added up once. */
  async #bytesOf(path: string): Promise<number> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const bytes = await bytesBelow(path);
    if (basename(dirname(path)) === 'versions' && !isUnsettled(path)) this.#known.set(path, bytes);
    return bytes;
  }
}

/** Whether a folder lies on the disk of the footage. */
export async function isShared(folder: string, volume: string): Promise<boolean> {
  const [own, footage] = await Promise.all([lstat(folder), lstat(volume)]);
  return own.dev === footage.dev;
}

/** Bytes that a folder takes of the disk on which the footage lies; 0 where it lies on another one, or is not there. */
export async function bytesBesideFootage(folder: string, volume: string): Promise<number> {
  const shared = await isShared(folder, volume).catch(() => false);
  return shared ? bytesBelow(folder) : 0;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // It went meanwhile, or is no folder.
    return [];
  }
}

/** Bytes that a file, or all of a folder, takes of its disk; 0 where there is none. */
export async function bytesBelow(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 0;
  let sum = found.blocks * 512;
  if (found.isDirectory()) for (const name of await namesIn(path)) sum += await bytesBelow(join(path, name));
  return sum;
}

/** What exports leave of the reserve in any case: recording goes on into it until room is made again. */
export const minFreeBytes = (floorBytes: number): number => Math.min(keptFreeBytes, floorBytes / 2);

/**
 * How much of the disk footage leaves free when software and exports take so much of it: they live in that reserve, and not in the room
 * of footage. A package that does not fit into the reserve is not fetched (`requireRoom`), and an export that does not is not made.
 */
export function floorBeside(floorBytes: number, softwareBytes: number, exportBytes = 0): number {
  const besideSoftware = floorBytes - Math.min(softwareBytes, Math.max(0, floorBytes - keptFreeBytes));
  return besideSoftware - Math.min(exportBytes, besideSoftware - minFreeBytes(floorBytes));
}
