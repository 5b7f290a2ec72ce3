import type { GraphNode } from './graph-def.ts';
import { parseInput } from './graph-def.ts';
import type { RunnableGraph, RunValue } from './graph-runner.ts';

export interface Feed {
  /** Placeholder, or an inner node whose value is given instead of being computed. */
  node: string;
  dims: number[];
}

export interface Recording {
  /** What lies between feed and outputs, in an order in which inputs come first. */
  nodes: GraphNode[];
  /** Shape and example of every value, by reference (`node` or `node:1`). */
  values: Map<string, RunValue>;
  /** References whose value does not depend on what is fed. */
  constants: Set<string>;
}

/** Same spelling for the same value: `a:0` is `a`. */
export const referenceOf = (input: string): string => (input.endsWith(':0') ? input.slice(0, -2) : input);

const isValue = (input: string): boolean => !input.startsWith('^');

function reachable(graph: RunnableGraph, feed: Feed, outputs: string[]): GraphNode[] {
  const byName = new Map(graph.file.modelTopology.node.map((node) => [node.name, node]));
  const order: GraphNode[] = [];
  const seen = new Set<string>([feed.node]);
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const node = byName.get(name);
    if (!node) throw new Error(`node ${name} is not in the graph`);
    for (const input of node.input.filter(isValue)) visit(parseInput(input).name);
    order.push(node);
  };
  for (const output of outputs) visit(parseInput(output).name);
  return order;
}

function sampleInput({ dims }: Feed, seed: number): Float32Array {
  const data = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
  let state = seed;
  for (let index = 0; index < data.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = state / 2 ** 31 - 1;
  }
  return data;
}

const isEqual = (a: RunValue, b: RunValue): boolean =>
  a.data.length === b.data.length && a.data.every((value, index) => Object.is(value, b.data[index]));

/**
 * Runs the graph twice on different noise: values that stay are constants, so that shape and anchor arithmetic never has to
 * be translated.
 */
export async function recordGraph(graph: RunnableGraph, feed: Feed, outputs: string[]): Promise<Recording> {
  const nodes = reachable(graph, feed, outputs);
  const references = [
    ...new Set([...nodes.flatMap((node) => node.input.filter(isValue).map(referenceOf)), ...outputs.map(referenceOf)]),
  ].filter((reference) => reference !== feed.node);
  const first = sampleInput(feed, 7);
  const values = await graph.run({ [feed.node]: { dims: feed.dims, data: first } }, references);
  const others = await graph.run({ [feed.node]: { dims: feed.dims, data: sampleInput(feed, 11) } }, references);
  const constants = new Set(references.filter((reference) => isEqual(values.get(reference)!, others.get(reference)!)));
  values.set(feed.node, { dims: feed.dims, data: first, isFloat: true });
  return { nodes, values, constants };
}
