import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSynced } from './write-synced.ts';

/** Names the disk that footage lies on: the folder that it is mounted at looks the same without it. */
const markName = '.sightline-footage';

/** The id in a footage folder; null when it has none that can be read. */
export function readMark(volume: string): string | null {
  try {
    return readFileSync(join(volume, markName), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Writes the id so that it survives a power cut, or leaves what was there. Fails with the system's error. */
export function writeMark(volume: string, id: string): void {
  writeSynced(join(volume, markName), `${id}\n`, 0o640);
}

/** Whether the disk with this id is there now. One that cannot be read is not. */
export async function hasMark(volume: string, id: string): Promise<boolean> {
  const text = await readFile(join(volume, markName), 'utf8').catch(() => null);
  return text?.trim() === id;
}
