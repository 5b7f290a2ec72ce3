import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelIdOf } from '../packs/manifest.ts';
import { checkFiles, readManifest } from '../packs/pack-folder.ts';
import { damage, lorryModel, testManifest, testModel } from '../../../../testing/models/test-packs.ts';
import type { BuiltInSource } from './built-in-packs.ts';
import { builtInSources } from './built-in-packs.ts';
import type { InstallProgress } from './install-built-ins.ts';
import { builtInFolder, installBuiltIns } from './install-built-ins.ts';
import type { InstallState } from './model-installer.ts';
import { ModelInstaller, withInstallation } from './model-installer.ts';

/** A small package of the registry takes the place of the weights; the model of the pack is made by the test. */
const small = {
  name: 'ms',
  version: '2.1.3',
  integrity: 'sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA==',
  files: ['index.js'],
};
const id = modelIdOf(testManifest);

let folder: string;
let builds: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  builds = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function sourceOf(more: Partial<typeof small> = {}): BuiltInSource {
  const build = async (from: string, to: string): Promise<string[]> => {
    builds += 1;
    await cp(join(from, 'index.js'), join(to, 'text.js'));
    await writeFile(join(to, 'model.onnx'), testModel(lorryModel));
    return ['model.onnx', 'text.js'];
  };
  return { source: { ...small, ...more }, packs: [{ manifest: testManifest, build }] };
}

async function install(sources: BuiltInSource[], signal = new AbortController().signal): Promise<InstallProgress[]> {
  const progress: InstallProgress[] = [];
  await installBuiltIns({ modelsFolder: folder, onProgress: (one) => progress.push(one), signal, sources });
  return progress;
}

describe('installing', () => {
  it('leaves nothing behind when the registry does not have the package', async () => {
    await expect(install([sourceOf({ version: '99.0.0' })])).rejects.toMatchObject({ code: 'model_download_failed' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a package that is not the one that was pinned', async () => {
    await expect(install([sourceOf({ integrity: `${small.integrity.slice(0, -6)}AAAA==` })])).rejects.toMatchObject({
      code: 'model_corrupt',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends when it is told to, and leaves nothing behind', async () => {
    const stopping = new AbortController();
    const installing = install([sourceOf()], stopping.signal);
    stopping.abort();
    await expect(installing).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it('unpacks only what is wanted and writes a pack that passes its own checks', async () => {
    expect((await install([sourceOf()])).map((one) => one.progress)).toEqual([0, 0.7, 1]);
    expect(await readdir(folder)).toEqual([id]);
    expect((await readdir(join(folder, id))).toSorted()).toEqual(['manifest.json', 'model.onnx', 'text.js']);
    await expect(checkFiles(join(folder, id), await readManifest(join(folder, id)))).resolves.toBeGreaterThan(100);
  });

  it('does not do again what is done', async () => {
    await install([sourceOf()]);
    expect((await install([sourceOf({ name: 'not-a-package-at-all' })])).map((one) => one.progress)).toEqual([1]);
    expect(builds).toBe(1);
  });

  it('makes a pack anew that was damaged, or of which only half is there', async () => {
    await install([sourceOf()]);
    await damage(join(folder, id, 'model.onnx'));
    await install([sourceOf()]);
    expect(builds).toBe(2);
    await rm(join(folder, id, 'manifest.json'));
    await install([sourceOf()]);
    expect(builds).toBe(3);
    await checkFiles(join(folder, id), await readManifest(join(folder, id)));
  });

  it('clears what an installation left that was killed long ago, and leaves one that runs', async () => {
    for (const name of ['.installing-old', '.installing-new']) await mkdir(join(folder, name));
    const longAgo = Date.now() / 1000 - 7200;
    await utimes(join(folder, '.installing-old'), longAgo, longAgo);
    await install([sourceOf()]);
    expect((await readdir(folder)).toSorted()).toEqual(['.installing-new', id]);
  });

  it('may run twice at once', async () => {
    await Promise.all([install([sourceOf()]), install([sourceOf()])]);
    expect(await readdir(folder)).toEqual([id]);
    await checkFiles(join(folder, id), await readManifest(join(folder, id)));
  });
});

describe('the installing process', () => {
  beforeAll(() => builtInModelsFolder(), 240_000);
  const absent = builtInSources.flatMap(({ packs }) => packs).map(({ manifest }) => manifest);

  async function start(
    modelsFolder: string,
  ): Promise<{ installer: ModelInstaller; installed: string[]; last: () => InstallState }> {
    let last: InstallState = { isRunning: false, progress: new Map(), failure: null };
    const installed: string[] = [];
    const installer = new ModelInstaller({
      modelsFolder,
      log: pino({ level: 'silent' }),
      onChange: (state) => (last = state),
      onInstalled: (packId) => installed.push(packId),
      backoff: { firstMs: 50, limitMs: 50 },
    });
    installer.start();
    return { installer, installed, last: () => last };
  }

  it('says why it failed and tries again until it succeeds', async () => {
    const blocked = join(folder, 'models');
    await writeFile(blocked, 'a file where a folder belongs');
    const { installer, installed, last } = await start(blocked);
    // Each try is a process of its own, with all that it loads.
    await vi.waitUntil(() => last().failure !== null, { timeout: 45_000 });
    expect(last().failure).toMatchObject({ code: 'internal' });
    await cp(await builtInModelsFolder(), join(folder, 'ready'), { recursive: true });
    // At once, because it tries again all the time.
    await symlink(join(folder, 'ready'), join(folder, 'link'));
    await rename(join(folder, 'link'), blocked);
    await vi.waitUntil(() => installed.length === absent.length && !last().isRunning, { timeout: 45_000 });
    expect(last()).toMatchObject({ isRunning: false, failure: null });
    await installer.stop();
  }, 120_000);

  it('ends with whoever started it', async () => {
    const { installer, last } = await start(join(folder, 'models'));
    await installer.stop();
    expect(installer.state.isRunning).toBe(false);
    expect(last().failure).toBeNull();
  });

  it('is seen in the statuses of packs that are not there', () => {
    const facts = {
      name: 'x',
      task: 'detect',
      source: 'builtIn',
      isActive: false,
      msPerInference: null,
      detail: '',
      licence: '',
      licenceText: '',
      bytes: null,
    } as const;
    const gone = {
      ...facts,
      packId: 'a',
      version: '1',
      state: 'absent',
      failure: 'model_absent',
      progress: null,
    } as const;
    const ready = { ...gone, packId: 'b', state: 'ready', failure: null } as const;
    const running = withInstallation([gone, ready], {
      isRunning: true,
      progress: new Map([['a', 0.7]]),
      failure: null,
    });
    expect(running).toEqual([{ ...gone, state: 'installing', failure: null, progress: 0.7 }, ready]);
    const failure = { code: 'model_download_failed', detail: 'no network' } as const;
    expect(withInstallation([gone, ready], { isRunning: false, progress: new Map(), failure })).toEqual([
      { ...gone, failure: 'model_download_failed', detail: 'no network' },
      ready,
    ]);
  });
});

it('installs each built-in pack into a folder of its own version', () => {
  const folders = builtInSources.flatMap(({ packs }) => packs.map((pack) => builtInFolder('models', pack.manifest)));
  expect(new Set(folders).size).toBe(5);
});
