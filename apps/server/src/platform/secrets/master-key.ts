import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';

const keyBytes = 32;

/** Reads the master key of a data folder, or makes it (mode 0600) where `mayMake`: nothing was sealed yet. Throws `master_key_missing`. */
export function readOrMakeMasterKey(dataDir: string, { mayMake }: { mayMake: boolean }): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'master.key');
  const existing = readKey(path);
  if (existing) return existing;
  if (!mayMake) throw new AppError('master_key_missing', { dataFolder: dataDir });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(keyBytes).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link fails when somebody else was first; a rename would throw the other key away.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const made = readKey(path);
  if (!made) throw new Error(`the master key ${path} disappeared while it was made`);
  return made;
}

function readKey(path: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
    if (key.length !== keyBytes) throw new Error(`the master key ${path} is damaged; restore it from a backup`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
