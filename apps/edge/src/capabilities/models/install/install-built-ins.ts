import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineClock } from '../../../platform/clock.ts';
import type { Manifest } from '../packs/manifest.ts';
import { modelIdOf } from '../packs/manifest.ts';
import { checkFiles, manifestName, readManifest, sha512Of } from '../packs/pack-folder.ts';
import type { BuiltInPack, BuiltInSource } from './built-in-packs.ts';
import { builtInSources } from './built-in-packs.ts';
import { fetchPackage } from './fetch-package.ts';

/** How far the installation of one pack is. */
export interface InstallProgress {
  packId: string;
  /** 0..1; 1 means installed. */
  progress: number;
}

export interface InstallOptions {
  modelsFolder: string;
  onProgress: (progress: InstallProgress) => void;
  signal: AbortSignal;
  /** Other sources than the built-in ones, for tests. */
  sources?: BuiltInSource[];
}

/** Where a built-in pack is installed. */
export const builtInFolder = (modelsFolder: string, pack: { id: string; version: string }): string =>
  join(modelsFolder, modelIdOf(pack));

/** Shares of the progress: the network takes most of the time. */
const fetched = 0.7;
/** A folder of an installation that ended in the middle; a slow one that still runs is younger. */
const abandonedAfterMs = 3_600_000;
const workName = '.installing-';

async function removeAbandoned(modelsFolder: string): Promise<void> {
  for (const name of await readdir(modelsFolder)) {
    if (!name.startsWith(workName)) continue;
    const path = join(modelsFolder, name);
    const seen = await stat(path).catch(() => null);
    if (seen && machineClock.nowUtcMs() - seen.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
}

/** Whether a pack is there and whole. One that is damaged is taken away, so that it is made anew. */
async function isInstalled(modelsFolder: string, pack: BuiltInPack): Promise<boolean> {
  const folder = builtInFolder(modelsFolder, pack.manifest);
  if (!existsSync(folder)) return false;
  try {
    await checkFiles(folder, await readManifest(folder));
    return true;
  } catch {
    // Whatever is wrong with it, the pinned source is the cure.
    await rm(folder, { recursive: true, force: true });
    return false;
  }
}

async function buildPack(pack: BuiltInPack, from: string, to: string): Promise<void> {
  await mkdir(to);
  const names = await pack.build(from, to);
  const files = await Promise.all(names.map(async (name) => ({ name, sha512: await sha512Of(join(to, name)) })));
  await writeFile(join(to, manifestName), JSON.stringify({ ...pack.manifest, files } as Manifest, null, 2));
}

/** Puts a finished folder in its place at once; another process may have been quicker, then its pack stays. */
async function moveInPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function installSource(
  options: InstallOptions,
  { source, packs }: { source: BuiltInSource['source']; packs: BuiltInPack[] },
): Promise<void> {
  const { modelsFolder, onProgress, signal } = options;
  const work = join(modelsFolder, `${workName}${randomUUID()}`);
  const notify = (pack: BuiltInPack, progress: number): void => onProgress({ packId: pack.manifest.id, progress });
  try {
    await mkdir(work);
    for (const pack of packs) notify(pack, 0);
    await fetchPackage(source, work, signal);
    for (const pack of packs) notify(pack, fetched);
    for (const pack of packs) {
      signal.throwIfAborted();
      const built = join(work, `.built-${pack.manifest.id}`);
      await buildPack(pack, work, built);
      await moveInPlace(built, builtInFolder(modelsFolder, pack.manifest));
      notify(pack, 1);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Installs the built-in packs that are not there yet: fetches, converts, checks and moves each in place as a whole. Safe to
 * run from two processes at once and after an end at any point. Fails with `model_download_failed` or `model_corrupt`; what
 * was installed before stays.
 */
export async function installBuiltIns(options: InstallOptions): Promise<void> {
  const { modelsFolder, onProgress, signal } = options;
  await mkdir(modelsFolder, { recursive: true });
  await removeAbandoned(modelsFolder);
  for (const { source, packs } of options.sources ?? builtInSources) {
    signal.throwIfAborted();
    const missing: BuiltInPack[] = [];
    for (const pack of packs) {
      if (await isInstalled(modelsFolder, pack)) onProgress({ packId: pack.manifest.id, progress: 1 });
      else missing.push(pack);
    }
    if (missing.length > 0) await installSource(options, { source, packs: missing });
  }
}
