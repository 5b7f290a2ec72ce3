import { execFile, spawn } from 'node:child_process';
import { access, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packageName = 'opencv-doc';
const clipFile = 'usr/share/doc/opencv-doc/examples/data/vtest.avi';

export interface ClipOptions {
  /** Where the clip is kept. */
  folder: string;
  signal: AbortSignal;
  /** Bytes of the package that have arrived, and its size. */
  onProgress: (done: number, total: number) => void;
}

/** Why there is no clip; the message is a sentence for people. */
export class ClipUnavailable extends Error {
  override name = 'ClipUnavailable';
}

function run(command: string, args: string[], options: { cwd?: string; signal: AbortSignal }): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { ...options, maxBuffer: 4e6, env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' } },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(stdout);
      },
    );
  });
}

async function packageBytes(signal: AbortSignal): Promise<number> {
  const shown = await run('apt-cache', ['show', '--no-all-versions', packageName], { signal }).catch(() => {
    throw new ClipUnavailable('the pedestrian clip needs apt, which is not here or does not know opencv-doc');
  });
  const bytes = Number(/^Size: (\d+)$/m.exec(shown)?.[1] ?? 0);
  if (bytes === 0) throw new ClipUnavailable('apt does not know the package opencv-doc');
  return bytes;
}

/** apt writes into the folder it runs in; the growing file is the progress. Needs neither root nor an installation. */
async function download(folder: string, total: number, options: ClipOptions): Promise<string> {
  const watch = setInterval(() => {
    void readdir(folder).then(
      async (names) => {
        const sizes = await Promise.all(
          names.map((name) =>
            stat(join(folder, name)).then(
              ({ size }) => size,
              () => 0,
            ),
          ),
        );
        options.onProgress(
          Math.min(
            total,
            sizes.reduce((sum, size) => sum + size, 0),
          ),
          total,
        );
      },
      () => undefined,
    );
  }, 500);
  try {
    await run('apt-get', ['download', packageName], { cwd: folder, signal: options.signal });
  } catch (error) {
    throw new ClipUnavailable(`apt could not download opencv-doc: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    clearInterval(watch);
  }
  options.onProgress(total, total);
  const file = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (!file) throw new ClipUnavailable('apt downloaded nothing');
  return join(folder, file);
}

/** Unpacks one file of a package without installing it. */
function unpack(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = spawn('dpkg-deb', ['--fsys-tarfile', archive], { stdio: ['ignore', 'pipe', 'ignore'], signal });
    const writer = spawn('tar', ['-x', '-C', folder, `./${clipFile}`], {
      stdio: [reader.stdout, 'ignore', 'ignore'],
      signal,
    });
    reader.once('error', reject);
    writer.once('error', reject);
    writer.once('exit', (code) =>
      code === 0 ? resolve() : reject(new ClipUnavailable('the package opencv-doc holds no pedestrian clip')),
    );
  });
}

/**
 * Path of Debian's pedestrian clip (MPEG-4, 768x576, 10 pictures a second); fetched once, 96 MB, without root.
 * @throws ClipUnavailable where apt, the network or the clip is missing.
 */
export async function debianClip(options: ClipOptions): Promise<string> {
  const kept = join(options.folder, 'debian-pedestrians.avi');
  if (
    await access(kept).then(
      () => true,
      () => false,
    )
  )
    return kept;
  await mkdir(options.folder, { recursive: true });
  const total = await packageBytes(options.signal);
  // apt downloads as an account of its own when it can: that account must be able to reach the folder.
  const temporary = await mkdtemp(join(tmpdir(), 'sightline-clip-'));
  try {
    const archive = await download(temporary, total, options);
    await unpack(archive, temporary, options.signal);
    await copyFile(join(temporary, clipFile), `${kept}.part`);
    await rename(`${kept}.part`, kept);
    return kept;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
