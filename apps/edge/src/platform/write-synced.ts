import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that it survives a power cut, or leaves what was there. Fails with the system's error. */
export function writeSynced(path: string, text: string | Uint8Array, mode: number): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', mode);
  try {
    if (typeof text === 'string') writeSync(file, text);
    else writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** What was made, moved and removed in a folder survives a power cut. */
export function syncFolder(path: string): void {
  // Windows cannot open directories; its file systems journal entries themselves.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
