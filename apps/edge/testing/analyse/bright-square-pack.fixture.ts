import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnnxConstant, OnnxGraph, OnnxNode } from '../../src/capabilities/models/convert/onnx-writer.ts';
import { writeOnnx } from '../../src/capabilities/models/convert/onnx-writer.ts';

const columns = 64;
const rows = 40;
/** The bright square of the test clips walks between these rows: from 60 to 80 % of the height. */
const band = { top: 26, bottom: 30 };
const square = { top: 24, bottom: 32, halfWidth: 3.6 };
/** Lighter than anything in the background of the clips, as a share of white. */
const bright = 0.72;

const floats = (values: number[], dims = [values.length]): OnnxConstant => ({
  dims,
  floats: Float32Array.from(values),
});
const whole = (values: number[], dims = [values.length]): OnnxConstant => ({ dims, integers: values });

const constants: readonly [string, OnnxConstant][] = [
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
];

/** Operation, inputs, output, attributes. */
const steps: readonly [string, string[], string, OnnxNode['attributes']?][] = [
  ['Slice', ['image', 'starts', 'ends', 'axis rows'], 'strip'],
  ['ReduceMean', ['strip'], 'light', { axes: [1, 2], keepdims: 0 }],
  ['Sub', ['light', 'limit'], 'over'],
  ['Mul', ['over', 'steep'], 'far over'],
  ['Sigmoid', ['far over'], 'is bright'],
  ['Mul', ['is bright', 'column'], 'weighted'],
  ['ReduceSum', ['weighted', 'axis all'], 'sum', { keepdims: 1 }],
  ['ReduceSum', ['is bright', 'axis all'], 'count', { keepdims: 1 }],
  ['Add', ['count', 'little'], 'some'],
  ['Div', ['sum', 'some'], 'middle'],
  ['Sub', ['middle', 'half'], 'left'],
  ['Add', ['middle', 'half'], 'right'],
  ['Mul', ['count', 'share'], 'certain'],
  ['Clip', ['certain', 'least', 'most'], 'score'],
  ['Concat', ['left', 'top', 'right', 'bottom', 'score', 'class'], 'row', { axis: 1 }],
  ['Reshape', ['row', 'shape'], 'predictions'],
];

/** Says where the middle of what is bright lies, as a box in the manner of `yolo-nms`; its score is how much of a square there is. */
function brightSquareGraph(): OnnxGraph {
  return {
    name: 'bright square',
    inputs: [{ name: 'image', dims: [1, 3, rows, columns] }],
    outputs: [{ name: 'predictions', dims: [1, 1, 6] }],
    constants: new Map(constants),
    nodes: steps.map(([op, inputs, output, attributes]) => ({
      op,
      inputs,
      outputs: [output],
      ...(attributes ? { attributes } : {}),
    })),
  };
}

/** Puts a pack into `folder` that takes the bright square of the test clips for a person, or for what it is told to. */
export async function writeBrightSquarePack(
  folder: string,
  more: { id?: string; task?: string; word?: string } = {},
): Promise<void> {
  const model = writeOnnx(brightSquareGraph());
  const manifest = {
    schemaVersion: 1,
    id: more.id ?? 'bright-square',
    version: '1',
    name: 'Bright square',
    task: more.task ?? 'detect',
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
    labels: ['square'],
    classes: { square: more.word ?? 'person' },
    thresholds: { score: 0.4, overlap: 0.5 },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx'), model);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}
