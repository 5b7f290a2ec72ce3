import type { GraphNode } from './graph-def.ts';
import type { Recording } from './graph-recorder.ts';
import { referenceOf } from './graph-recorder.ts';

/** A convolution with what follows it, as one step: `clip(conv(x, weights · scale) + shift)`. */
export interface ConvolutionBlock {
  kind: 'convolution';
  node: GraphNode;
  /** Name of the value after the last node of the block. */
  output: string;
  /** Per channel of the result. */
  scale: Float64Array;
  shift: Float64Array;
  /** The result is cut to 0..6. */
  isClipped: boolean;
  /** Names of the nodes that are part of it, without the convolution. */
  parts: string[];
}

/** The sum of two values; what was added to it per channel went into the shift of one of them. */
export interface SumBlock {
  kind: 'sum';
  node: GraphNode;
  output: string;
  parts: string[];
  /** The term that has the constant in it from now on, and how much that adds to each of its channels. */
  moved: { to: string; added: Float64Array } | null;
}

export type Block = ConvolutionBlock | SumBlock;

const inputsOf = (node: GraphNode): string[] => node.input.filter((input) => !input.startsWith('^')).map(referenceOf);

/** Finds the steps of a convolutional network in a recorded graph, by the name of their first node. */
export function findBlocks(recording: Recording): Map<string, Block> {
  const graph = readingOf(recording);
  const blocks = new Map<string, Block>();
  for (const node of graph.nodes) {
    if (node.op === 'Conv2D' || node.op === 'DepthwiseConv2dNative')
      blocks.set(node.name, convolutionBlock(graph, node));
    else if (node.op === 'AddN') {
      const block = sumBlock(graph, node, [...blocks.values()]);
      if (block !== null) blocks.set(node.name, block);
    }
  }
  return blocks;
}

interface Reading {
  /** Those that depend on the picture. */
  nodes: GraphNode[];
  /** The only node that uses a value, or null when several do or none. */
  onlyUser: (name: string) => GraphNode | null;
  /** The constant inputs of a node besides `name`, one number per channel; null when one of them is no constant. */
  parameters: (node: GraphNode, name: string, channels: number) => Float64Array[] | null;
  channels: (name: string) => number;
}

function readingOf({ nodes: all, constants, values }: Recording): Reading {
  const nodes = all.filter((node) => !constants.has(referenceOf(node.name)));
  const users = new Map<string, GraphNode[]>();
  for (const node of nodes) for (const input of inputsOf(node)) users.set(input, [...(users.get(input) ?? []), node]);
  return {
    nodes,
    onlyUser(name) {
      const [first, second] = users.get(name) ?? [];
      return second === undefined ? (first ?? null) : null;
    },
    parameters(node, name, channels) {
      const others = inputsOf(node).filter((input) => input !== name);
      if (!others.every((other) => constants.has(other))) return null;
      const lists = others.map((other) => values.get(other)?.data ?? []);
      if (!lists.every((list) => list.length === channels || list.length === 1)) return null;
      return lists.map((list) =>
        Float64Array.from({ length: channels }, (_, channel) => Number(list[list.length === 1 ? 0 : channel])),
      );
    },
    channels: (name) => values.get(name)?.dims.at(-1) ?? 0,
  };
}

function convolutionBlock(graph: Reading, node: GraphNode): ConvolutionBlock {
  const channels = graph.channels(node.name);
  const block: ConvolutionBlock = {
    kind: 'convolution',
    node,
    output: node.name,
    scale: new Float64Array(channels).fill(1),
    shift: new Float64Array(channels),
    isClipped: false,
    parts: [],
  };
  for (
    let next = graph.onlyUser(node.name);
    next !== null && takesIn(graph, block, next);
    next = graph.onlyUser(next.name)
  ) {
    block.parts.push(next.name);
    block.output = next.name;
    if (block.isClipped) break;
  }
  return block;
}

/** Makes a node part of a block, when it is one that a convolution can do with. */
function takesIn(graph: Reading, block: ConvolutionBlock, node: GraphNode): boolean {
  const { scale, shift } = block;
  if (node.op === 'Relu6') return (block.isClipped = true);
  const parameters = graph.parameters(node, block.output, scale.length);
  const [first, second, third, fourth] = parameters ?? [];
  if (!first) return false;
  if (node.op === 'Mul') {
    for (let at = 0; at < scale.length; at += 1) {
      scale[at]! *= first[at]!;
      shift[at]! *= first[at]!;
    }
    return true;
  }
  if (node.op === 'Add' || node.op === 'AddV2' || node.op === 'BiasAdd') {
    for (let at = 0; at < shift.length; at += 1) shift[at]! += first[at]!;
    return true;
  }
  if (!node.op.startsWith('FusedBatchNorm') || !second || !third || !fourth) return false;
  const epsilon = node.attr['epsilon']?.f ?? 1e-4;
  for (let at = 0; at < scale.length; at += 1) {
    const factor = first[at]! / Math.sqrt(fourth[at]! + epsilon);
    scale[at]! *= factor;
    shift[at] = (shift[at]! - third[at]!) * factor + second[at]!;
  }
  return true;
}

/** A residual: the constant that is added to the sum is added to the convolution before it instead. */
function sumBlock(graph: Reading, node: GraphNode, blocks: readonly Block[]): SumBlock | null {
  const inputs = inputsOf(node);
  if (inputs.length !== 2) return null;
  const block: SumBlock = { kind: 'sum', node, output: node.name, parts: [], moved: null };
  const next = graph.onlyUser(node.name);
  const [added] = next?.op.startsWith('Add')
    ? (graph.parameters(next, node.name, graph.channels(node.name)) ?? [])
    : [];
  if (next === null || !added) return block;
  const before = blocks.find((one) => inputs.includes(one.output) && graph.onlyUser(one.output) === node);
  if (before?.kind !== 'convolution' || before.isClipped) return block;
  for (let at = 0; at < before.shift.length; at += 1) before.shift[at]! += added[at]!;
  return { ...block, output: next.name, parts: [next.name], moved: { to: before.output, added } };
}
