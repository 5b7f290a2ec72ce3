import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnnxConstant, OnnxGraph, OnnxNode } from '../capabilities/models/convert/onnx-writer.ts';
import { writeOnnx } from '../capabilities/models/convert/onnx-writer.ts';

const columns = 64;
const rows = 40;
/** The bright square of the test clips walks between these rows: from 60 to 80 % of the height. */
const band = { top: 26, bottom: 30 };
const square = { top: 24, bottom: 32, halfWidth: 3.6 };
/** Lighter than anything in the background of the clips, as a share of white. */
const bright = 0.72;

const floats = (values: number[], dims = [values.length]): OnnxConstant => ({ dims, floats: Float32Array.from(values) });
const whole = (values: number[], dims = [values.length]): OnnxConstant => ({ dims, integers: values });

/** Says where the middle of what is bright lies, as a box in the manner of `yolo-nms`; its score is how much of a square there is. */
function brightSquareGraph(): OnnxGraph {
  const constants = new Map<string, OnnxConstant>([
    ['starts', whole([band.top])],
    ['ends', whole([band.bottom])],
    ['axis rows', whole([2])],
    ['axis all', whole([1])],
    ['limit', floats([bright], [1, 1])],
    ['steep', floats([60], [1, 1])],
    [
      'column',
      floats(
        Array.from({ length: columns }, (_, x) => x + 0.5),
        [1, columns],
      ),
    ],
    ['little', floats([0.001], [1, 1])],
    ['half', floats([square.halfWidth], [1, 1])],
    ['top', floats([square.top], [1, 1])],
    ['bottom', floats([square.bottom], [1, 1])],
    ['share', floats([0.95 / (2 * square.halfWidth)], [1, 1])],
    ['class', floats([0], [1, 1])],
    ['least', floats([0], [])],
    ['most', floats([0.95], [])],
    ['shape', whole([1, 1, 6])],
  ]);
  const node = (op: string, inputs: string[], output: string, attributes?: OnnxNode['attributes']): OnnxNode => ({
    op,
    inputs,
    outputs: [output],
    ...(attributes ? { attributes } : {}),
  });
  const nodes = [
    node('Slice', ['image', 'starts', 'ends', 'axis rows'], 'strip'),
    node('ReduceMean', ['strip'], 'light', { axes: [1, 2], keepdims: 0 }),
    node('Sub', ['light', 'limit'], 'over'),
    node('Mul', ['over', 'steep'], 'far over'),
    node('Sigmoid', ['far over'], 'is bright'),
    node('Mul', ['is bright', 'column'], 'weighted'),
    node('ReduceSum', ['weighted', 'axis all'], 'sum', { keepdims: 1 }),
    node('ReduceSum', ['is bright', 'axis all'], 'count', { keepdims: 1 }),
    node('Add', ['count', 'little'], 'some'),
    node('Div', ['sum', 'some'], 'middle'),
    node('Sub', ['middle', 'half'], 'left'),
    node('Add', ['middle', 'half'], 'right'),
    node('Mul', ['count', 'share'], 'certain'),
    node('Clip', ['certain', 'least', 'most'], 'score'),
    node('Concat', ['left', 'top', 'right', 'bottom', 'score', 'class'], 'row', { axis: 1 }),
    node('Reshape', ['row', 'shape'], 'predictions'),
  ];
  const inputs = [{ name: 'image', dims: [1, 3, rows, columns] }];
  return { name: 'bright square', inputs, outputs: [{ name: 'predictions', dims: [1, 1, 6] }], constants, nodes };
}

/** Puts a pack into `folder` that takes the bright square of the test clips for a person. */
export async function writeBrightSquarePack(folder: string, more: { id?: string } = {}): Promise<void> {
  const model = writeOnnx(brightSquareGraph());
  const manifest = {
    schemaVersion: 1,
    id: more.id ?? 'bright-square',
    version: '1',
    name: 'Bright square',
    task: 'detect',
    decoder: 'yolo-nms',
    model: 'model.onnx',
    files: [{ name: 'model.onnx', sha512: createHash('sha512').update(model).digest('hex') }],
    licence: 'Apache-2.0',
    licenceText: 'Made by the tests.',
    input: {
      tensor: 'image',
      width: columns,
      height: rows,
      layout: 'NCHW',
      colour: 'RGB',
      resize: 'stretch',
      fill: 0,
      mean: [0, 0, 0],
      scale: [1 / 255, 1 / 255, 1 / 255],
    },
    outputs: { predictions: 'predictions' },
    labels: ['person'],
    classes: { person: 'person' },
    thresholds: { score: 0.4, overlap: 0.5 },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx'), model);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
