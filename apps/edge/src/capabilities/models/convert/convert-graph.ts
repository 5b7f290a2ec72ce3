import { writeFile } from 'node:fs/promises';
import { findBlocks } from './convolution-blocks.ts';
import type { Feed, Recording } from './graph-recorder.ts';
import { recordGraph, referenceOf } from './graph-recorder.ts';
import { openGraph } from './graph-runner.ts';
import { OnnxBuilder } from './onnx-builder.ts';
import type { OnnxValue } from './onnx-writer.ts';
import { writeOnnx } from './onnx-writer.ts';
import { translateNode } from './operators.ts';
import type { Ranges } from './quantiser.ts';
import { Quantiser } from './quantiser.ts';

export interface Conversion {
  /** `model.json` of a TF.js graph model; its weights lie beside it. */
  from: string;
  /** The ONNX file to write. */
  to: string;
  /** What is fed, float32 with channels last, and its name in the ONNX file. */
  input: Feed & { name: string };
  /** Values to give out, and their names in the ONNX file. */
  outputs: { node: string; name: string }[];
  /** With it, steps between values of known range are written in whole numbers of eight bits; the rest stays in floats. */
  ranges?: Ranges;
}

/** Converts a TF.js graph model into an ONNX file with fixed shapes. Fails when the graph holds an operation it does not know. */
export async function convertGraph({ from, to, input, outputs, ranges }: Conversion): Promise<void> {
  const graph = await openGraph(from);
  const recording = await recordGraph(
    graph,
    input,
    outputs.map((output) => output.node),
  );
  graph.dispose();
  const builder = new OnnxBuilder(recording);
  builder.add('Identity', [input.name], { output: input.node });
  const finish =
    ranges === undefined ? translateAll(builder, recording) : translateQuantised(builder, recording, ranges);
  const values = outputs.map(({ node, name }): OnnxValue => {
    finish(node);
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

/** Answers what makes a value available in floats: here they are. */
function translateAll(builder: OnnxBuilder, { nodes, constants }: Recording): (value: string) => void {
  for (const node of nodes) if (!isKnown(node.name, constants)) translateNode(builder, node);
  return () => undefined;
}

function translateQuantised(builder: OnnxBuilder, recording: Recording, ranges: Ranges): (value: string) => void {
  const quantiser = new Quantiser(builder, ranges);
  const blocks = findBlocks(recording);
  const parts = new Set<string>();
  for (const node of recording.nodes) {
    if (isKnown(node.name, recording.constants) || parts.has(node.name)) continue;
    const block = blocks.get(node.name);
    if (block !== undefined && quantiser.takes(block)) {
      quantiser.add(block);
      for (const part of block.parts) parts.add(part);
      continue;
    }
    for (const value of node.input) quantiser.asFloats(referenceOf(value));
    translateNode(builder, node);
  }
  return (value) => quantiser.asFloats(referenceOf(value));
}

/** Whether a node needs no translation: its first output is a constant (all its outputs come from the same inputs). */
const isKnown = (name: string, constants: Set<string>): boolean => constants.has(referenceOf(name));
