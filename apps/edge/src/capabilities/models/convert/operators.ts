import { addConvolution, toChannelsFirst, toChannelsLast, windowOf } from './convolution.ts';
import type { GraphNode } from './graph-def.ts';
import { flagAttribute, integerAttribute, integersAttribute, parseInput, textsAttribute } from './graph-def.ts';
import type { OnnxBuilder } from './onnx-builder.ts';

/** Translates one node: its result must end in the value `output` (output 0 of the node unless said). */
type Translate = (builder: OnnxBuilder, node: GraphNode) => void;

const values = (node: GraphNode): string[] => node.input.filter((input) => !input.startsWith('^'));

const renamed =
  (op: string): Translate =>
  (builder, node) =>
    void builder.add(
      op,
      values(node).map((input) => builder.input(input)),
      { output: node.name },
    );

function addActivation(
  builder: OnnxBuilder,
  input: string,
  options: { kind: string; output: string; name: string },
): void {
  const { kind, output, name } = options;
  if (kind === '') builder.add('Identity', [input], { output });
  else if (kind === 'Relu') builder.add('Relu', [input], { output });
  else if (kind === 'Relu6') builder.add('Clip', [input, builder.floats([], [0]), builder.floats([], [6])], { output });
  else throw new Error(`${name}: activation ${kind} is not supported`);
}

const relu6: Translate = (builder, node) =>
  addActivation(builder, builder.input(values(node)[0]!), { kind: 'Relu6', output: node.name, name: node.name });

const convolution: Translate = (builder, node) =>
  void toChannelsLast(builder, addConvolution(builder, node, null), node.name);

/** The operations that were fused into a node: a bias and one activation at most. */
function fusedOf(node: GraphNode): { hasBias: boolean; activation: string } {
  const fused = textsAttribute(node, 'fused_ops');
  return { hasBias: fused[0] === 'BiasAdd', activation: fused.find((op) => op !== 'BiasAdd') ?? '' };
}

const fusedConvolution: Translate = (builder, node) => {
  const { hasBias, activation } = fusedOf(node);
  const last = toChannelsLast(
    builder,
    addConvolution(builder, node, hasBias ? node.input[2]! : null),
    `${node.name}/last`,
  );
  addActivation(builder, last, { kind: activation, output: node.name, name: node.name });
};

const fusedMatMul: Translate = (builder, node) => {
  if (flagAttribute(node, 'transpose_a') || flagAttribute(node, 'transpose_b'))
    throw new Error(`${node.name}: transposed operands are not supported`);
  const { hasBias, activation } = fusedOf(node);
  const product = builder.add('MatMul', [builder.input(node.input[0]!), builder.input(node.input[1]!)]);
  const sum = hasBias ? builder.add('Add', [product, builder.input(node.input[2]!)]) : product;
  addActivation(builder, sum, { kind: activation, output: node.name, name: node.name });
};

/** With known statistics it is one multiplication and one addition per channel, which the runtime folds into the convolution. */
const batchNorm: Translate = (builder, node) => {
  const [input = '', ...parameters] = values(node);
  const inputs = parameters.map((parameter) =>
    builder.floats(builder.valueOf(parameter).dims, builder.numbersOf(parameter)),
  );
  const normalised = builder.add('BatchNormalization', [toChannelsFirst(builder, builder.input(input)), ...inputs], {
    attributes: { epsilon: { float: node.attr['epsilon']?.f ?? 1e-4 } },
  });
  toChannelsLast(builder, normalised, node.name);
};

const addAll: Translate = (builder, node) =>
  void builder.add(
    'Sum',
    values(node).map((input) => builder.input(input)),
    { output: node.name },
  );

/** Reshape, Squeeze and ExpandDims: the shape of the result was recorded. */
const reshape: Translate = (builder, node) =>
  void builder.add('Reshape', [builder.input(values(node)[0]!), builder.integers(builder.valueOf(node.name).dims)], {
    output: node.name,
  });

const transpose: Translate = (builder, node) =>
  void builder.add('Transpose', [builder.input(values(node)[0]!)], {
    attributes: { perm: builder.numbersOf(values(node)[1]!) },
    output: node.name,
  });

const concat: Translate = (builder, node) => {
  const inputs = values(node);
  const rank = builder.valueOf(node.name).dims.length;
  const [axis = 0] = builder.numbersOf(inputs.at(-1)!);
  const parts = inputs.slice(0, -1).map((input) => builder.input(input));
  builder.add('Concat', parts, { attributes: { axis: axis < 0 ? axis + rank : axis }, output: node.name });
};

const pack: Translate = (builder, node) => {
  const { dims } = builder.valueOf(node.name);
  const raw = integerAttribute(node, 'axis');
  const axis = raw < 0 ? raw + dims.length : raw;
  const shape = builder.integers(dims.map((dim, index) => (index === axis ? 1 : dim)));
  const parts = values(node).map((input) => builder.add('Reshape', [builder.input(input), shape]));
  builder.add('Concat', parts, { attributes: { axis }, output: node.name });
};

const unpack: Translate = (builder, node) => {
  const [input = ''] = values(node);
  const axis = integerAttribute(node, 'axis');
  const count = builder.valueOf(input).dims.at(axis) ?? 0;
  for (let index = 0; index < count; index += 1)
    builder.add('Gather', [builder.input(input), builder.integer(index)], {
      attributes: { axis },
      output: index === 0 ? node.name : `${node.name}:${index}`,
    });
};

const slice: Translate = (builder, node) => {
  const [input = '', begin = ''] = values(node);
  const starts = builder.numbersOf(begin);
  const ends = builder.valueOf(node.name).dims.map((dim, axis) => starts[axis]! + dim);
  builder.add('Slice', [builder.input(input), builder.integers(starts), builder.integers(ends)], { output: node.name });
};

const pad: Translate = (builder, node) => {
  const pairs = builder.numbersOf(values(node)[1]!);
  const pads = [...pairs.filter((_, index) => index % 2 === 0), ...pairs.filter((_, index) => index % 2 === 1)];
  builder.add('Pad', [builder.input(values(node)[0]!), builder.integers(pads)], { output: node.name });
};

const maxPool: Translate = (builder, node) => {
  const [input = ''] = values(node);
  const { kernel, strides, pads } = windowOf(
    node,
    builder.valueOf(input).dims,
    integersAttribute(node, 'ksize').slice(1, 3),
  );
  const pooled = builder.add('MaxPool', [toChannelsFirst(builder, builder.input(input))], {
    attributes: { kernel_shape: kernel, strides, pads },
  });
  toChannelsLast(builder, pooled, node.name);
};

const mean: Translate = (builder, node) => {
  const [input = '', axes = ''] = values(node);
  const attributes = { axes: builder.numbersOf(axes), keepdims: flagAttribute(node, 'keep_dims') ? 1 : 0 };
  builder.add('ReduceMean', [builder.input(input)], { attributes, output: node.name });
};

const softmax: Translate = (builder, node) =>
  void builder.add('Softmax', [builder.input(values(node)[0]!)], { attributes: { axis: -1 }, output: node.name });

const translations: Record<string, Translate> = {
  Add: renamed('Add'),
  AddV2: renamed('Add'),
  AddN: addAll,
  BiasAdd: renamed('Add'),
  ConcatV2: concat,
  Conv2D: convolution,
  DepthwiseConv2dNative: convolution,
  Exp: renamed('Exp'),
  ExpandDims: reshape,
  FusedBatchNorm: batchNorm,
  FusedBatchNormV3: batchNorm,
  FusedDepthwiseConv2dNative: fusedConvolution,
  Identity: renamed('Identity'),
  MaxPool: maxPool,
  Maximum: renamed('Max'),
  Mean: mean,
  Minimum: renamed('Min'),
  Mul: renamed('Mul'),
  Pack: pack,
  Pad: pad,
  RealDiv: renamed('Div'),
  Relu: renamed('Relu'),
  Relu6: relu6,
  Reshape: reshape,
  Sigmoid: renamed('Sigmoid'),
  Slice: slice,
  Softmax: softmax,
  Squeeze: reshape,
  Sub: renamed('Sub'),
  Transpose: transpose,
  Unpack: unpack,
  _FusedConv2D: fusedConvolution,
  _FusedMatMul: fusedMatMul,
};

/** Adds the ONNX nodes of one node; its outputs keep their names. Fails on operations that no built-in model uses. */
export function translateNode(builder: OnnxBuilder, node: GraphNode): void {
  const translate = Object.hasOwn(translations, node.op) ? translations[node.op] : undefined;
  if (!translate) throw new Error(`${parseInput(node.name).name}: operation ${node.op} is not supported`);
  translate(builder, node);
}
