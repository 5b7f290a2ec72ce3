import { fork } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOnnxRuntime } from '../../drivers/onnx/onnx-runtime.ts';
import { builtInSources } from './install/built-in-packs.ts';
import type { ManagedModelSet, ModelsOptions } from './model-set.ts';
import { openModels } from './model-set.ts';
import type { TestModel } from '../../../testing/models/test-packs.ts';
import { damage, lorryModel, testSide, writeTestPack } from '../../../testing/models/test-packs.ts';

const builtInId = 'coco-ssd-mobilenet-v2@1.0.6-3';
const light = { width: testSide, height: testSide, data: new Uint8Array(testSide * testSide * 3).fill(255) };
const dark = { ...light, data: new Uint8Array(light.data.length) };
/** Loading the others takes most of the time of a test. */
const detectorOnly = builtInSources[0]!.packs;
const options = { hasTiles: false, minScore: 0.4 };

let folder: string;
let operatorFolder: string;
let set: ManagedModelSet | null;
let changes: number;

/** The first on a machine fetches and converts them. */
beforeAll(() => builtInModelsFolder(), 240_000);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
  operatorFolder = join(folder, 'own');
  await mkdir(operatorFolder);
  set = null;
  changes = 0;
});

afterEach(async () => {
  await set?.stop();
  await rm(folder, { recursive: true });
});

async function open(more: Partial<ModelsOptions> = {}): Promise<ManagedModelSet> {
  const modelsFolder = more.modelsFolder ?? (await builtInModelsFolder());
  set = await openModels({
    modelsFolder,
    operatorFolder,
    openRuntime: openOnnxRuntime,
    onChange: () => (changes += 1),
    log: pino({ level: 'silent' }),
    ...more,
  });
  return set;
}

const ownStatus = (from: ManagedModelSet) => from.statuses().find((status) => status.source === 'operator');
const activeIds = (from: ManagedModelSet) =>
  from
    .statuses()
    .filter((status) => status.isActive)
    .map((status) => status.packId)
    .toSorted();

describe('without models', () => {
  it('has no model and says so for each, and finds them once they are installed', async () => {
    const modelsFolder = join(folder, 'later');
    const models = await open({ modelsFolder, operatorFolder: null });
    expect([models.detector, models.faceDetector, models.faceEmbedder, models.textReader]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(models.statuses().map((status) => [status.state, status.failure, status.isActive])).toEqual(
      Array(5).fill(['absent', 'model_absent', false]),
    );
    await cp(await builtInModelsFolder(), modelsFolder, { recursive: true });
    await models.reload();
    expect(models.detector?.modelId).toBe(builtInId);
  });

  it('says that there is no runtime for this processor, and pretends nothing', async () => {
    const models = await open({ openRuntime: () => Promise.reject(new Error('no binary')) });
    expect(models.detector).toBeNull();
    expect(models.statuses().map((status) => [status.state, status.failure])).toEqual(
      Array(5).fill(['failed', 'model_runtime_absent']),
    );
    expect(models.statuses()[0]).toMatchObject({
      packId: 'coco-ssd-mobilenet-v2',
      task: 'detect',
      licence: 'Apache-2.0',
    });
  });
});

describe('built-in packs', () => {
  it('are all active, with licence and the time of one inference', async () => {
    const models = await open();
    expect(activeIds(models)).toEqual(
      builtInSources.flatMap(({ packs }) => packs.map((pack) => pack.manifest.id)).toSorted(),
    );
    for (const status of models.statuses()) {
      expect(status).toMatchObject({ state: 'ready', source: 'builtIn', failure: null, progress: null });
      expect(status.msPerInference).toBeGreaterThan(0);
      expect(status.licenceText.length).toBeGreaterThan(40);
      expect(status.bytes).toBeGreaterThan(100_000);
    }
    expect(models.faceEmbedder).toMatchObject({ dimensions: 1024 });
  });

  it('see nothing in an empty picture, with and without tiles', async () => {
    const models = await open({ operatorFolder: null });
    const empty = { width: 640, height: 360, data: new Uint8Array(640 * 360 * 3).fill(90) };
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    expect(await models.detector!.detect(empty, options)).toEqual([]);
    expect(await models.detector!.detect(empty, { ...options, hasTiles: true })).toEqual([]);
    expect(await models.faceDetector!.detect(empty, whole)).toEqual([]);
    expect(await models.textReader!.read(empty, whole)).toEqual([]);
    const features = await models.faceEmbedder!.embed(empty, { x: 0.4, y: 0.4, width: 0.1, height: 0.2 });
    expect(features.vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 3);
  });
});

describe('a pack of the operator', () => {
  const broken: [string, () => Promise<unknown>, string][] = [
    ['a file that was changed', () => damage(join(operatorFolder, 'a/model.onnx')), 'model_corrupt'],
    ['a file that is missing', () => rm(join(operatorFolder, 'a/model.onnx')), 'model_corrupt'],
    ['a file that was cut off', () => truncate(join(operatorFolder, 'a/model.onnx'), 100), 'model_corrupt'],
    ['no manifest', () => rm(join(operatorFolder, 'a/manifest.json')), 'model_manifest_invalid'],
    [
      'a manifest that is no JSON',
      () => writeFile(join(operatorFolder, 'a/manifest.json'), '{ no'),
      'model_manifest_invalid',
    ],
    [
      'a manifest that is a list',
      () => writeFile(join(operatorFolder, 'a/manifest.json'), '[]'),
      'model_manifest_invalid',
    ],
  ];
  it.each(broken)('with %s is refused with a cause, and the built-in one works on', async (_, breakIt, code) => {
    await writeTestPack(join(operatorFolder, 'a'), lorryModel);
    await breakIt();
    const models = await open({ builtIns: detectorOnly });
    expect(ownStatus(models)).toMatchObject({ state: 'failed', failure: code, isActive: false });
    expect(ownStatus(models)!.detail).not.toBe('');
    expect(models.detector?.modelId).toBe(builtInId);
  });

  const unfit: [string, { model: TestModel; manifest: Record<string, unknown> }, string][] = [
    ['labels do not fit its output', { model: lorryModel, manifest: { labels: ['person'] } }, 'model_unfit'],
    ['decoder is another one', { model: lorryModel, manifest: { decoder: 'yolov5' } }, 'model_unfit'],
    [
      'input has another name',
      { model: lorryModel, manifest: { input: { ...inputOf(), tensor: 'x' } } },
      'model_unfit',
    ],
    ['input has another size', { model: lorryModel, manifest: { input: { ...inputOf(), width: 64 } } }, 'model_unfit'],
    ['output has another name', { model: lorryModel, manifest: { outputs: { predictions: 'y' } } }, 'model_unfit'],
    [
      'output is no number',
      { model: { ...lorryModel, base: lorryModel.base.with(3, Number.NaN) }, manifest: {} },
      'model_unfit',
    ],
    ['decoder is unknown', { model: lorryModel, manifest: { decoder: 'yolov99' } }, 'model_manifest_invalid'],
    [
      'classes name none of its labels',
      { model: lorryModel, manifest: { classes: { Person: 'person' } } },
      'model_manifest_invalid',
    ],
    [
      'classes are none of the product',
      { model: lorryModel, manifest: { classes: { person: 'human' } } },
      'model_manifest_invalid',
    ],
    [
      'model is not among its files',
      { model: lorryModel, manifest: { model: 'other.onnx' } },
      'model_manifest_invalid',
    ],
    [
      'files lie elsewhere',
      { model: lorryModel, manifest: { files: [{ name: '../model.onnx', sha512: '0'.repeat(128) }] } },
      'model_manifest_invalid',
    ],
  ];
  it.each(unfit)('whose %s is refused', async (_, { model, manifest }, code) => {
    await writeTestPack(join(operatorFolder, 'a'), model, manifest);
    const models = await open({ modelsFolder: join(folder, 'none') });
    expect(ownStatus(models)).toMatchObject({ packId: 'own-detector', state: 'failed', failure: code });
    expect(models.detector).toBeNull();
  });

  it.each([
    ['is not there', () => rm(operatorFolder, { recursive: true })],
    ['is a file', () => rm(operatorFolder, { recursive: true }).then(() => writeFile(operatorFolder, ''))],
  ])('whose folder %s is told, and the built-in one works on', async (_, takeAway) => {
    await takeAway();
    const models = await open({ builtIns: detectorOnly });
    expect(ownStatus(models)).toMatchObject({ packId: 'own', state: 'failed', failure: 'model_manifest_invalid' });
    expect(ownStatus(models)!.detail).toContain(operatorFolder);
    expect(models.detector?.modelId).toBe(builtInId);
  });

  it('is also taken when its own folder is named', async () => {
    await writeTestPack(operatorFolder, lorryModel);
    expect((await open({ builtIns: detectorOnly })).detector?.modelId).toBe('own-detector@2');
  });

  it('that is no model at all is refused', async () => {
    await writeTestPack(join(operatorFolder, 'a'), lorryModel, {
      files: [{ name: 'model.onnx', sha512: await sha512('no model') }],
    });
    await writeFile(join(operatorFolder, 'a/model.onnx'), 'no model');
    expect(ownStatus(await open({ builtIns: detectorOnly }))).toMatchObject({
      state: 'failed',
      failure: 'model_unfit',
    });
  });

  it('takes over by path and gives back when it is taken away', async () => {
    await writeTestPack(join(operatorFolder, 'a'), lorryModel);
    const models = await open({ builtIns: detectorOnly });
    expect(models.detector?.modelId).toBe('own-detector@2');
    expect(await models.detector!.detect(dark, options)).toEqual([]);
    expect(await models.detector!.detect(light, options)).toEqual([
      { box: boxNear(0, 0, 0.5), score: expect.closeTo(0.9), class: 'vehicle', label: 'lorry' },
    ]);
    expect(models.statuses().find((status) => status.packId === 'coco-ssd-mobilenet-v2')).toMatchObject({
      state: 'ready',
      isActive: false,
    });
    await rm(join(operatorFolder, 'a'), { recursive: true });
    await models.reload();
    expect(models.detector?.modelId).toBe(builtInId);
    expect(changes).toBe(2);
  });

  it.each([
    ['yolov5', { dims: [1, 1, 8], base: [16, 16, 16, 16, 0, 0, 0, 1], byLight: [0, 0, 0, 0, 0.9, 0, 0, 0] }],
    ['yolo-nms', { dims: [1, 1, 6], base: [8, 8, 24, 24, 0, 2], byLight: [0, 0, 0, 0, 0.9, 0] }],
    ['yolox', { dims: [1, 21, 8], base: yoloxRows(0), byLight: yoloxRows(0.9) }],
  ])('may have the shape of %s', async (decoder, model) => {
    await writeTestPack(join(operatorFolder, 'a'), model, { decoder });
    const models = await open({ modelsFolder: join(folder, 'none') });
    expect(await models.detector!.detect(dark, options)).toEqual([]);
    expect(await models.detector!.detect(light, options)).toEqual([
      { box: boxNear(0.25, 0.25, 0.5), score: expect.closeTo(0.9), class: 'vehicle', label: 'lorry' },
    ]);
  });

  it('that fails three times in a row while it works is taken out, and the built-in one takes over', async () => {
    await writeTestPack(join(operatorFolder, 'a'), { ...lorryModel, failsInLight: true });
    const models = await open({ builtIns: detectorOnly });
    const { detector } = models;
    for (const picture of [light, light, dark, light, light])
      await detector!.detect(picture, options).catch(() => undefined);
    expect(models.detector).toBe(detector);
    await expect(detector!.detect(light, options)).rejects.toThrow();
    await vi.waitUntil(() => models.detector?.modelId === builtInId, { timeout: 10_000 });
    expect(ownStatus(models)).toMatchObject({ state: 'failed', failure: 'model_failed' });
    expect(await models.detector!.detect(light, options)).toEqual([]);
  });

  it('that ends the process whenever it is tried is not tried for ever, until it is another one', async () => {
    await writeTestPack(join(operatorFolder, 'a'), lorryModel);
    const modelsFolder = join(folder, 'none');
    const runOnce = (): Promise<NodeJS.Signals | null> =>
      new Promise((resolve) => {
        const child = fork(
          new URL('../../../testing/models/test-fatal-pack.ts', import.meta.url),
          [modelsFolder, operatorFolder],
          {
            execArgv: [],
          },
        );
        child.once('exit', (_, signal) => resolve(signal));
      });
    expect([await runOnce(), await runOnce(), await runOnce()]).toEqual(['SIGKILL', 'SIGKILL', null]);
    const models = await open({ modelsFolder });
    expect(ownStatus(models)).toMatchObject({ state: 'failed', failure: 'model_failed' });
    await writeTestPack(join(operatorFolder, 'a'), lorryModel, { version: '3' });
    await models.reload();
    expect(models.detector?.modelId).toBe('own-detector@3');
  });

  it('keeps the loaded model of others when the folders are looked at again', async () => {
    const models = await open();
    const { faceEmbedder, detector } = models;
    const running = detector!.detect({ width: 640, height: 360, data: new Uint8Array(640 * 360 * 3) }, options);
    await writeTestPack(join(operatorFolder, 'a'), lorryModel);
    await models.reload();
    expect(models.faceEmbedder?.modelId).toBe(faceEmbedder!.modelId);
    expect(models.statuses().filter((status) => status.isActive)).toHaveLength(5);
    expect(models.detector?.modelId).toBe('own-detector@2');
    await expect(running).resolves.toEqual([]);
  });
});

function boxNear(x: number, y: number, side: number) {
  return { x: expect.closeTo(x), y: expect.closeTo(y), width: expect.closeTo(side), height: expect.closeTo(side) };
}

function inputOf(): Record<string, unknown> {
  return {
    tensor: 'images',
    width: testSide,
    height: testSide,
    layout: 'NCHW',
    colour: 'RGB',
    resize: 'stretch',
    fill: 0,
    mean: [0, 0, 0],
    scale: [1, 1, 1],
  };
}

/** A box of half the picture in the middle, from the cell of the largest grid; `sure` is how likely it is. */
function yoloxRows(sure: number): number[] {
  const rows = Array.from({ length: 21 }, () => Array<number>(8).fill(0));
  rows[20] = sure === 0 ? [0.5, 0.5, Math.log(0.5), Math.log(0.5), 0, 0, 0, 1] : [0, 0, 0, 0, sure, 0, 0, 0];
  return rows.flat();
}

async function sha512(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-512', Buffer.from(text))).toString('hex');
}
