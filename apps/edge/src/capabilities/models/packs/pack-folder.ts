import { spotWords } from '@sightline/contracts/analysis/spot-tasks';
import { eventClass } from '@sightline/contracts/events/event';
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@sightline/contracts/shared/errors';
import type { DetectorManifest, Manifest } from './manifest.ts';
import { manifest } from './manifest.ts';

export const manifestName = 'manifest.json';

/** Hexadecimal. */
export async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Folders below `root` that may be packs; hidden ones are being written. A `root` that is a pack itself, or cannot be
 * listed, stands for one: what is wrong with it is then told like that of any other pack.
 */
export async function listPackFolders(root: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(root, { withFileTypes: true });
  } catch {
    // Whoever examines it meets the same error and says it.
    return [root];
  }
  if (entries.some((entry) => entry.name === manifestName)) return [root];
  return entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => join(root, entry.name))
    .toSorted();
}

/** A meaning that the task of the pack does not have. */
const foreignMeaning = ({ task, classes }: DetectorManifest): string | undefined => {
  const meanings: readonly string[] = task === 'detect' ? eventClass.options : spotWords[task];
  return Object.values(classes).find((meaning) => !meanings.includes(meaning));
};

const findsAnything = ({ labels, classes }: DetectorManifest): boolean =>
  labels.some((label) => Object.hasOwn(classes, label));

/** Reads the manifest of a pack. Fails with `model_manifest_invalid` and the place in words. */
export async function readManifest(folder: string): Promise<Manifest> {
  const refuse = (detail: string): AppError => new AppError('model_manifest_invalid', { detail });
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(folder, manifestName), 'utf8'));
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const result = manifest.safeParse(json);
  if (!result.success)
    throw refuse(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const needed = [result.data.model, ...(result.data.decoder === 'ctc' ? [result.data.characters] : [])];
  const missing = needed.find((name) => !result.data.files.some((file) => file.name === name));
  if (missing) throw refuse(`files: ${missing} is not listed`);
  if (!('classes' in result.data)) return result.data;
  if (!findsAnything(result.data)) throw refuse('classes: none of them is a label, so nothing would ever be found');
  const foreign = foreignMeaning(result.data);
  if (foreign !== undefined) throw refuse(`classes: ${foreign} is nothing that a model of this task finds`);
  return result.data;
}

/** Checks every file of a pack against its checksum and gives their size in bytes. Fails with `model_corrupt`. */
export async function checkFiles(folder: string, pack: Manifest): Promise<number> {
  let bytes = 0;
  for (const file of pack.files) {
    const path = join(folder, file.name);
    try {
      bytes += (await stat(path)).size;
      if ((await sha512Of(path)) === file.sha512) continue;
    } catch (cause) {
      throw new AppError('model_corrupt', { detail: `${file.name} cannot be read` }, { cause });
    }
    throw new AppError('model_corrupt', { detail: `${file.name} differs from its checksum` });
  }
  return bytes;
}

/** The characters that a reading model tells apart; none for other packs. */
export async function readCharacters(folder: string, pack: Manifest): Promise<string[]> {
  return pack.decoder === 'ctc' ? (await readFile(join(folder, pack.characters), 'utf8')).split('\n') : [];
}

/** Names, sizes and times of the files of a pack: the same text means that nothing was changed since. */
export async function stampOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  const seen = await Promise.all(names.map((name) => stat(join(folder, name))));
  return JSON.stringify(seen.map((file, index) => [names[index], file.size, file.mtimeMs]));
}
