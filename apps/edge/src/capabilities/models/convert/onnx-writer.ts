import { ProtoWriter } from './proto-writer.ts';

/** A constant of the graph. Floats are float32, integers int64, bytes int8 or uint8, words int32. */
export type OnnxConstant = { dims: number[] } & (
  | { floats: Float32Array }
  | { integers: number[] }
  | { bytes: Int8Array | Uint8Array }
  | { words: Int32Array }
);

export type OnnxAttribute = number | number[] | string | { float: number };

export interface OnnxNode {
  op: string;
  /** Of the operator, when it is not one of the standard. */
  domain?: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, OnnxAttribute>;
}

/** An input or output: float32 of fixed shape. */
export interface OnnxValue {
  name: string;
  dims: number[];
}

export interface OnnxGraph {
  name: string;
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  constants: Map<string, OnnxConstant>;
  nodes: OnnxNode[];
}

/** Operator set that the graph is written in, and the version of the file format that goes with it. */
const opset = 13;
const irVersion = 8;
/** Operators of the runtime's own, with the version that is asked for. */
const contributed = { domain: 'com.microsoft', version: 1 };
const elementType = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;
const attributeType = { float: 1, int: 2, string: 3, ints: 7 } as const;

function writeAttribute(name: string, value: OnnxAttribute): ProtoWriter {
  const writer = new ProtoWriter().string(1, name);
  if (typeof value === 'number') return writer.int(3, value).int(20, attributeType.int);
  if (typeof value === 'string') return writer.string(4, value).int(20, attributeType.string);
  if (!Array.isArray(value)) return writer.float(2, value.float).int(20, attributeType.float);
  for (const one of value) writer.int(8, one);
  return writer.int(20, attributeType.ints);
}

function writeNode(node: OnnxNode): ProtoWriter {
  const writer = new ProtoWriter();
  for (const input of node.inputs) writer.string(1, input);
  for (const output of node.outputs) writer.string(2, output);
  writer.string(4, node.op);
  if (node.domain !== undefined) writer.string(7, node.domain);
  for (const [name, value] of Object.entries(node.attributes ?? {})) writer.message(5, writeAttribute(name, value));
  return writer;
}

interface Raw {
  type: number;
  bytes: Uint8Array;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The format is little-endian, and so is every processor that Node runs on. */
function rawOf(constant: OnnxConstant): Raw {
  if ('floats' in constant) return { type: elementType.float, bytes: bytesOf(constant.floats) };
  if ('words' in constant) return { type: elementType.int32, bytes: bytesOf(constant.words) };
  if ('bytes' in constant)
    return {
      type: constant.bytes instanceof Int8Array ? elementType.int8 : elementType.uint8,
      bytes: bytesOf(constant.bytes),
    };
  return { type: elementType.int64, bytes: bytesOf(BigInt64Array.from(constant.integers, BigInt)) };
}

function writeConstant(name: string, constant: OnnxConstant): ProtoWriter {
  const writer = new ProtoWriter();
  for (const dim of constant.dims) writer.int(1, dim);
  const { type, bytes } = rawOf(constant);
  return writer.int(2, type).string(8, name).bytes(9, bytes);
}

function writeValue({ name, dims }: OnnxValue): ProtoWriter {
  const shape = new ProtoWriter();
  for (const dim of dims) shape.message(1, new ProtoWriter().int(1, dim));
  const tensor = new ProtoWriter().int(1, elementType.float).message(2, shape);
  return new ProtoWriter().string(1, name).message(2, new ProtoWriter().message(1, tensor));
}

/** Writes an ONNX file. The nodes must be in an order in which every input exists before it is used. */
export function writeOnnx(graph: OnnxGraph): Uint8Array {
  const writer = new ProtoWriter();
  for (const node of graph.nodes) writer.message(1, writeNode(node));
  writer.string(2, graph.name);
  for (const [name, constant] of graph.constants) writer.message(5, writeConstant(name, constant));
  for (const input of graph.inputs) writer.message(11, writeValue(input));
  for (const output of graph.outputs) writer.message(12, writeValue(output));
  const file = new ProtoWriter()
    .int(1, irVersion)
    .string(2, 'sightline')
    .message(7, writer)
    .message(8, new ProtoWriter().string(1, '').int(2, opset));
  if (graph.nodes.some((node) => node.domain !== undefined))
    file.message(8, new ProtoWriter().string(1, contributed.domain).int(2, contributed.version));
  return file.finish();
}
