import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { fragmentTimeAt, fragmentTime } from '@sightline/media/fmp4/fragment-writer';
import {
  decodeFragmentIndex,
  encodeFragmentRecord,
  type FragmentRecord,
} from '@sightline/media/fragment-index/fragment-record';
import { repairSegment } from '@sightline/media/repair/repair-segment';
import type { Disk } from './disk.ts';
import { indexPath, segmentPath } from './segment-path.ts';

export interface SegmentMove {
  streamId: string;
  path: string;
  startUtcMs: number;
  byMs: number;
}

/** Where a file goes: named by its right beginning, or by the next millisecond that no other file bears. Footage never replaces footage. */
export function freeSegmentPath(volume: string, { streamId, startUtcMs, byMs }: SegmentMove): string {
  for (let at = startUtcMs + byMs; ; at++) {
    const path = segmentPath(streamId, at);
    if (!existsSync(join(volume, path)) && !existsSync(join(volume, indexPath(path)))) return path;
  }
}

/**
 * Gives a closed file its right times and its place among the others. Killed anywhere it can be called again with the same arguments: the
 * index of before says the times until the file is in its new place. Answers false when the file is in neither.
 */
export async function moveSegment(
  { volume, disk }: { volume: string; disk: Disk },
  { path, byMs }: SegmentMove,
  to: string,
): Promise<boolean> {
  const [file, target] = [join(volume, path), join(volume, to)];
  if (existsSync(file)) {
    const records = await timesOf(disk, file, join(volume, indexPath(path)));
    const moved = records.map((record) => ({ ...record, wallMs: record.wallMs + byMs }));
    for (const made of await disk.makeDirectory(join(target, '..'))) await disk.syncDirectory(join(made, '..'));
    await writeWhole(disk, join(volume, indexPath(to)), concatBytes(moved.map(encodeFragmentRecord)));
    await writeTimes(disk, file, moved);
    await disk.rename(file, target);
    for (const one of [target, file]) await disk.syncDirectory(join(one, '..'));
  }
  return existsSync(target);
}

/** Forgets the index of before, once the file is known by its new name. */
export async function forgetOldIndex(
  { volume, disk }: { volume: string; disk: Disk },
  { path, to }: { path: string; to: string },
): Promise<void> {
  const [file, index] = [join(volume, path), join(volume, indexPath(path))];
  if (!existsSync(file) && existsSync(join(volume, to)) && existsSync(index)) await disk.remove(index);
}

/**
 * The fragments of a file by its index. What that does not know is found in the file and written there first: times are changed after it, and
 * whoever is called again must not take the new ones for those of before.
 */
async function timesOf(disk: Disk, file: string, index: string): Promise<FragmentRecord[]> {
  const known = existsSync(index) ? decodeFragmentIndex(await readFile(index)) : [];
  const offsets = new Set(known.map(({ offset }) => offset));
  const found = fragmentsBehind(file, known).filter(({ offset }) => !offsets.has(offset));
  if (found.length === 0) return known;
  const all = [...known, ...found].toSorted((a, b) => a.offset - b.offset);
  await writeWhole(disk, index, concatBytes(all.map(encodeFragmentRecord)));
  return all;
}

/** Whole fragments of a file that reaches further than its index. */
function fragmentsBehind(path: string, known: readonly FragmentRecord[]): FragmentRecord[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const last = known.at(-1);
    if (last !== undefined && last.offset + last.bytes >= size) return [];
    const read = (at: number, bytes: number): Uint8Array => {
      const into = new Uint8Array(bytes);
      return into.subarray(0, readSync(file, into, 0, bytes, at));
    };
    return repairSegment(size, read, known).records;
  } finally {
    closeSync(file);
  }
}

async function writeWhole(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const file = existsSync(path) ? await disk.open(path) : await disk.create(path);
  try {
    // A disk that takes nothing of nothing is not full.
    if (bytes.length > 0) await disk.write(file, [bytes], 0);
    await disk.truncate(file, bytes.length);
    await disk.sync(file);
  } finally {
    await disk.close(file);
  }
}

/** Who must do without the index reads the times from the fragments themselves. */
async function writeTimes(disk: Disk, path: string, records: readonly FragmentRecord[]): Promise<void> {
  const file = await disk.open(path);
  try {
    for (const { offset, wallMs } of records) await disk.write(file, [fragmentTime(wallMs)], offset + fragmentTimeAt);
    await disk.sync(file);
  } finally {
    await disk.close(file);
  }
}
