import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const path = join(volume, markName);
  const file = openSync(`${path}.new`, 'w', 0o640);
  try {
    writeSync(file, `${id}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  // Windows cannot open directories; its file systems journal entries themselves.
  if (process.platform === 'win32') return;
  const folder = openSync(volume, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Whether the disk with this id is there now. One that cannot be read is not. */
export async function hasMark(volume: string, id: string): Promise<boolean> {
  const text = await readFile(join(volume, markName), 'utf8').catch(() => null);
  return text?.trim() === id;
}
