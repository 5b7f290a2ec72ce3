import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackage } from '../../apps/edge/src/capabilities/models/install/fetch-package.ts';
import { labelledPhotographs, type LabelledPhotograph } from './labelled-pictures.ts';

const run = promisify(execFile);

/** Photographs of six groups, taken by the author of the package; MIT. */
const faceApi = {
  name: '@vladmandic/face-api',
  version: '1.7.15',
  integrity: 'sha512-WDMmK3CfNLo8jylWqMoQgf4nIst3M0fzx1dnac96wv/dvMTN4DxC/Pq1DGtduDk1lktCamQ3MIDXFnvrdHTXDw==',
};

/** Portraits by the United States Navy and NASA, public domain, pinned by what the picture holds. */
const debian = {
  matplotlib: {
    package: 'python-matplotlib-data',
    path: 'usr/share/matplotlib/mpl-data/sample_data/grace_hopper.jpg',
    sha256: 'a8ca6d734765703b09728ab47fe59f473d93ae3967fc24c7c0288c3c7adb7130',
  },
  'scikit-image': {
    package: 'python3-skimage',
    path: 'usr/lib/python3/dist-packages/skimage/data/astronaut.png',
    sha256: '88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5',
  },
};

type Source = LabelledPhotograph['source'];

/** Where a download is unpacked, and where the pictures of it go. */
interface Folders {
  work: string;
  pictures: string;
}

async function fetchFaceApi({ work, pictures }: Folders): Promise<void> {
  const files = labelledPhotographs.flatMap(({ source, file }) => (source === 'face-api' ? [`demo/${file}`] : []));
  await fetchPackage({ ...faceApi, files }, work, AbortSignal.timeout(120_000));
  for (const file of files) await rename(join(work, file), join(pictures, basename(file)));
}

async function fetchDebian(
  { package: name, path, sha256 }: (typeof debian)['matplotlib'],
  { work, pictures }: Folders,
): Promise<void> {
  await run('apt-get', ['download', '-q', name], { cwd: work, timeout: 120_000 });
  const deb = (await readdir(work)).find((file) => file.endsWith('.deb'));
  if (deb === undefined) throw new Error(`${name} was not downloaded`);
  await run('dpkg-deb', ['-x', join(work, deb), work]);
  const is = createHash('sha256')
    .update(await readFile(join(work, path)))
    .digest('hex');
  if (is !== sha256) throw new Error(`${path} of ${name} is another picture than the one that was labelled`);
  await rename(join(work, path), join(pictures, basename(path)));
}

/** The folder of a source, filled once per machine and kept beside other downloads; null where it cannot be had. */
async function folderOf(source: Exclude<Source, 'footage'>): Promise<string | null> {
  const cache = join(tmpdir(), 'sightline-labelled-photographs');
  const folder = join(cache, source);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, '.filling-'));
  const pictures = join(work, 'pictures');
  try {
    await mkdir(pictures);
    await (source === 'face-api' ? fetchFaceApi({ work, pictures }) : fetchDebian(debian[source], { work, pictures }));
    await rename(pictures, folder);
    return folder;
  } catch (error) {
    console.log(`Photographs of ${source} are left out: ${String(error).slice(0, 200)}`);
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Every labelled photograph that this machine has or can fetch, with where it lies. */
export async function findPhotographs(footage: string): Promise<{ photograph: LabelledPhotograph; path: string }[]> {
  const folders: Record<Source, string | null> = {
    footage: join(footage, 'faces'),
    'face-api': await folderOf('face-api'),
    matplotlib: await folderOf('matplotlib'),
    'scikit-image': await folderOf('scikit-image'),
  };
  return labelledPhotographs.flatMap((photograph) => {
    const folder = folders[photograph.source];
    return folder === null ? [] : [{ photograph, path: join(folder, photograph.file) }];
  });
}
