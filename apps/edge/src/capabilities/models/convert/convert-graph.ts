import { writeFile } from 'node:fs/promises';
import type { Feed } from './graph-recorder.ts';
import { recordGraph, referenceOf } from './graph-recorder.ts';
import { openGraph } from './graph-runner.ts';
import { OnnxBuilder } from './onnx-builder.ts';
import type { OnnxValue } from './onnx-writer.ts';
import { writeOnnx } from './onnx-writer.ts';
import { translateNode } from './operators.ts';

export interface Conversion {
  /** `model.json` of a TF.js graph model; its weights lie beside it. */
  from: string;
  /** The ONNX file to write. */
  to: string;
  /** What is fed, float32 with channels last, and its name in the ONNX file. */
  input: Feed & { name: string };
  /** Values to give out, and their names in the ONNX file. */
  outputs: { node: string; name: string }[];
}

/** Converts a TF.js graph model into an ONNX file with fixed shapes. Fails when the graph holds an operation it does not know. */
export async function convertGraph({ from, to, input, outputs }: Conversion): Promise<void> {
  const graph = await openGraph(from);
  const recording = await recordGraph(
    graph,
    input,
    outputs.map((output) => output.node),
  );
  graph.dispose();
  const builder = new OnnxBuilder(recording);
  builder.add('Identity', [input.name], { output: input.node });
  for (const node of recording.nodes) if (!isKnown(node.name, recording.constants)) translateNode(builder, node);
  const values = outputs.map(({ node, name }): OnnxValue => {
    builder.add('Identity', [builder.input(node)], { output: name });
    return { name, dims: builder.valueOf(node).dims };
  });
  const file = writeOnnx({
    name: 'sightline',
    inputs: [{ name: input.name, dims: input.dims }],
    outputs: values,
    constants: builder.constants,
    nodes: builder.nodes,
  });
  await writeFile(to, file);
}

/** Whether a node needs no translation: its first output is a constant (all its outputs come from the same inputs). */
const isKnown = (name: string, constants: Set<string>): boolean => constants.has(referenceOf(name));
