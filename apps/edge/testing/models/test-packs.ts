import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnnxConstant, OnnxNode } from '../../src/capabilities/models/convert/onnx-writer.ts';
import { writeOnnx } from '../../src/capabilities/models/convert/onnx-writer.ts';
import type { DetectorManifest } from '../../src/capabilities/models/packs/manifest.ts';

/** Side of the pictures that the models of the tests take. */
export const testSide = 32;

const floats = (dims: number[], values: number[]): OnnxConstant => ({ dims, floats: Float32Array.from(values) });

export interface TestModel {
  /** Shape of the output, and what it holds for a black picture. */
  dims: number[];
  base: number[];
  /** What is added for a white picture; in between it grows with the brightness. */
  byLight: number[];
  /** The model runs on dark pictures, so that it passes its self-test, and ends with an error on light ones. */
  failsInLight?: boolean;
}

/** A real model: its output is `base + brightness × byLight`. */
export function testModel({ dims, base, byLight, failsInLight }: TestModel): Uint8Array {
  const constants = new Map<string, OnnxConstant>([
    ['base', floats(dims, base)],
    ['byLight', floats(dims, byLight)],
  ]);
  const nodes: OnnxNode[] = [
    { op: 'ReduceMean', inputs: ['images'], outputs: ['light'], attributes: { axes: [0, 1, 2, 3], keepdims: 0 } },
    { op: 'Mul', inputs: ['byLight', 'light'], outputs: ['added'] },
    { op: 'Add', inputs: ['base', 'added'], outputs: ['sum'] },
  ];
  if (failsInLight) {
    // Row number 9 × brightness of a table that has one row.
    constants.set('nine', floats([], [9])).set('table', floats([1], [0]));
    nodes.push(
      { op: 'Mul', inputs: ['light', 'nine'], outputs: ['row'] },
      { op: 'Cast', inputs: ['row'], outputs: ['index'], attributes: { to: 7 } },
      { op: 'Gather', inputs: ['table', 'index'], outputs: ['nothing'], attributes: { axis: 0 } },
      { op: 'Add', inputs: ['sum', 'nothing'], outputs: ['output0'] },
    );
  } else {
    nodes.push({ op: 'Identity', inputs: ['sum'], outputs: ['output0'] });
  }
  const image = { name: 'images', dims: [1, 3, testSide, testSide] };
  return writeOnnx({ name: 'test', inputs: [image], outputs: [{ name: 'output0', dims }], constants, nodes });
}

/** A YOLOv8 of two boxes and three classes that sees a lorry at the left of light pictures. */
export const lorryModel: TestModel = {
  dims: [1, 7, 2],
  base: [8, 24, 8, 16, 16, 4, 16, 4, 0, 0, 0, 0, 0, 0],
  byLight: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.9, 0],
};

export const testManifest: Omit<DetectorManifest & { decoder: 'yolov8' }, 'files'> = {
  schemaVersion: 1,
  id: 'own-detector',
  version: '2',
  name: 'Own detector',
  task: 'detect',
  decoder: 'yolov8',
  model: 'model.onnx',
  licence: 'CC0-1.0',
  licenceText: 'Made by a test.',
  input: {
    tensor: 'images',
    width: testSide,
    height: testSide,
    layout: 'NCHW',
    colour: 'RGB',
    resize: 'stretch',
    fill: 114,
    mean: [0, 0, 0],
    scale: [1 / 255, 1 / 255, 1 / 255],
  },
  outputs: { predictions: 'output0' },
  labels: ['person', 'tree', 'lorry'],
  classes: { person: 'person', lorry: 'vehicle' },
  thresholds: { score: 0.4, overlap: 0.5 },
};

/** Writes a pack into `folder`; `more` replaces parts of the manifest. */
export async function writeTestPack(
  folder: string,
  model: TestModel,
  more: Record<string, unknown> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bytes = testModel(model);
  await writeFile(join(folder, 'model.onnx'), bytes);
  const files = [{ name: 'model.onnx', sha512: createHash('sha512').update(bytes).digest('hex') }];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...testManifest, files, ...more }));
}

/** Changes one byte in the middle of a file. */
export async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
}
