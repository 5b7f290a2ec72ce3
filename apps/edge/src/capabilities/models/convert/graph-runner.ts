import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tensor } from '@tensorflow/tfjs-core';
import type { GraphFile } from './graph-def.ts';
import { graphFile } from './graph-def.ts';

/** A value as the original runtime gives it. */
export interface RunValue {
  dims: number[];
  data: Float32Array | Int32Array | Uint8Array;
  isFloat: boolean;
}

export interface RunnableGraph {
  file: GraphFile;
  /** Feeds inner nodes or placeholders by name and reads any values by name (`node` or `node:1`). */
  run(feeds: Record<string, { dims: number[]; data: Float32Array }>, names: string[]): Promise<Map<string, RunValue>>;
  dispose(): void;
}

async function readWeights(path: string, file: GraphFile): Promise<ArrayBuffer> {
  const shards = await Promise.all(
    file.weightsManifest.flatMap((group) => group.paths).map((shard) => readFile(join(dirname(path), shard))),
  );
  return new Uint8Array(Buffer.concat(shards)).buffer;
}

async function readValue(tensor: Tensor): Promise<RunValue> {
  return { dims: tensor.shape, data: (await tensor.data()) as RunValue['data'], isFloat: tensor.dtype === 'float32' };
}

/** Loads a TF.js graph model into its own runtime (WebAssembly, one thread). Only converters and their tests need it. */
export async function openGraph(path: string): Promise<RunnableGraph> {
  const tf = await import('@tensorflow/tfjs-core');
  const { setThreadsCount } = await import('@tensorflow/tfjs-backend-wasm');
  const { loadGraphModel } = await import('@tensorflow/tfjs-converter');
  setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const json: unknown = JSON.parse(await readFile(path, 'utf8'));
  const file = graphFile.parse(json);
  const weightSpecs = file.weightsManifest.flatMap((group) => group.weights) as never;
  const model = await loadGraphModel(
    tf.io.fromMemory({ modelTopology: file.modelTopology, weightSpecs, weightData: await readWeights(path, file) }),
  );
  const run: RunnableGraph['run'] = async (feeds, names) => {
    const tensors = Object.fromEntries(
      Object.entries(feeds).map(([name, feed]) => [name, tf.tensor(feed.data, feed.dims)]),
    );
    const outputs = model.execute(tensors, names) as Tensor | Tensor[];
    const list = Array.isArray(outputs) ? outputs : [outputs];
    const values = await Promise.all(list.map(readValue));
    // Outputs may be the model's own weights, so only what was fed is given back.
    tf.dispose(tensors);
    return new Map(names.map((name, index) => [name, values[index]!]));
  };
  return { file, run, dispose: () => model.dispose() };
}
