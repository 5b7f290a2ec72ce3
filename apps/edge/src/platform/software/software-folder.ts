import { packageManifest } from '@sightline/contracts/edge-releases/core-package';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { firstState, softwareState, type SoftwareState } from './software-state.ts';

const stateName = 'state.json';
const releaseName = 'release.json';
const versionsName = 'versions';
const unfinished = '.unfinished';

/** What a version says of itself once it is whole: its manifest without the files. */
export const releaseFacts = packageManifest.omit({ files: true, links: true });
export type ReleaseFacts = z.infer<typeof releaseFacts>;

export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a file so that after a power cut it is either the old or the new one, whole. */
export function writeWhole(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.draft`);
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, join(folder, name));
  syncFolder(folder);
}

function parsed<T>(path: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    // Absent or no JSON: like a state that nobody wrote.
    return null;
  }
}

/**
 * Folder with the versions of a core and the word of which one runs:
 * `state.json`, `versions/<name>/` with `release.json` in those that are whole.
 */
export class SoftwareFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(join(path, versionsName), { recursive: true, mode: 0o700 });
  }

  /** The state, or that of a core that was never updated; `readsTo` is of the installation. */
  read(readsTo: number): SoftwareState {
    return parsed(join(this.path, stateName), softwareState) ?? firstState(readsTo);
  }

  write(state: SoftwareState): void {
    writeWhole(this.path, stateName, JSON.stringify(state));
  }

  versionFolder(name: string): string {
    return join(this.path, versionsName, name);
  }

  /** Facts of a version, or null while it is not whole. */
  release(name: string): ReleaseFacts | null {
    return parsed(join(this.versionFolder(name), releaseName), releaseFacts);
  }

  /** A fresh folder to unpack a version into. */
  beginVersion(name: string): string {
    const draft = this.versionFolder(`${name}${unfinished}`);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    return draft;
  }

  /** Throws away what was unpacked of a version that did not become one. */
  dropUnfinished(name: string): Promise<void> {
    return rm(this.versionFolder(`${name}${unfinished}`), { recursive: true, force: true });
  }

  /** The version is there, checked and synced: from now on it can be ordered. */
  finishVersion(name: string, facts: ReleaseFacts): void {
    const draft = this.versionFolder(`${name}${unfinished}`);
    writeWhole(draft, releaseName, JSON.stringify(facts));
    rmSync(this.versionFolder(name), { recursive: true, force: true });
    renameSync(draft, this.versionFolder(name));
    syncFolder(join(this.path, versionsName));
  }

  /** Throws away versions that nothing leads to. */
  tidy(keep: readonly string[]): void {
    for (const name of readdirSync(join(this.path, versionsName)))
      if (!keep.includes(name)) rmSync(this.versionFolder(name), { recursive: true, force: true });
  }

  get isEmpty(): boolean {
    return !existsSync(join(this.path, stateName));
  }
}
