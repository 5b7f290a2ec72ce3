import type { GraphNode } from './graph-def.ts';
import { integersAttribute, textAttribute } from './graph-def.ts';
import type { OnnxBuilder } from './onnx-builder.ts';

/** The original keeps channels last, ONNX wants them second. Pairs of these vanish when the runtime optimises the graph. */
export const toChannelsFirst = (builder: OnnxBuilder, input: string): string =>
  builder.add('Transpose', [input], { attributes: { perm: [0, 3, 1, 2] } });
export const toChannelsLast = (builder: OnnxBuilder, input: string, output: string): string =>
  builder.add('Transpose', [input], { attributes: { perm: [0, 2, 3, 1] }, output });

interface Window {
  kernel: number[];
  strides: number[];
  dilations: number[];
  pads: number[];
}

/** Height and width of a window over the input; `SAME` pads depend on the size of the input, so they become numbers here. */
export function windowOf(node: GraphNode, inputDims: number[], kernel: number[]): Window {
  const spatial = (name: string): number[] => {
    const values = integersAttribute(node, name);
    return values.length === 4 ? values.slice(1, 3) : [1, 1];
  };
  const strides = spatial('strides');
  const dilations = spatial('dilations');
  const padding = textAttribute(node, 'padding');
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`${node.name}: padding ${padding} is not supported`);
  const totals = kernel.map((size, axis) => {
    const input = inputDims[axis + 1]!;
    const stride = strides[axis]!;
    const span = (size - 1) * dilations[axis]! + 1;
    return padding === 'SAME' ? Math.max(0, (Math.ceil(input / stride) - 1) * stride + span - input) : 0;
  });
  const begins = totals.map((total) => Math.floor(total / 2));
  return { kernel, strides, dilations, pads: [...begins, ...totals.map((total, axis) => total - begins[axis]!)] };
}

/** Weights height, width, in, out → out, in, height, width. For depthwise ones in × multiplier becomes out, and in becomes 1. */
export function reorderWeights(
  values: ArrayLike<number>,
  dims: number[],
  isDepthwise: boolean,
): { dims: number[]; values: Float32Array } {
  const [height = 1, width = 1, input = 1, output = 1] = dims;
  const target = isDepthwise ? [input * output, 1, height, width] : [output, input, height, width];
  const ordered = new Float32Array(values.length);
  let at = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let i = 0; i < input; i += 1)
        for (let o = 0; o < output; o += 1) {
          const channel = isDepthwise ? i * output + o : o * input + i;
          ordered[(channel * height + y) * width + x] = values[at]!;
          at += 1;
        }
  return { dims: target, values: ordered };
}

/** Conv2D, DepthwiseConv2dNative and their fused kinds; the result still has channels first. */
export function addConvolution(builder: OnnxBuilder, node: GraphNode, bias: string | null): string {
  const [input = '', weights = ''] = node.input;
  const isDepthwise = node.op.includes('Depthwise');
  const kernelDims = builder.valueOf(weights).dims;
  const inputDims = builder.valueOf(input).dims;
  const ordered = reorderWeights(builder.numbersOf(weights), kernelDims, isDepthwise);
  const { strides, dilations, pads, kernel } = windowOf(node, inputDims, kernelDims.slice(0, 2));
  const inputs = [toChannelsFirst(builder, builder.input(input)), builder.floats(ordered.dims, ordered.values)];
  if (bias) {
    const values = builder.numbersOf(bias);
    inputs.push(builder.floats([values.length], values));
  }
  return builder.add('Conv', inputs, {
    attributes: { strides, dilations, pads, kernel_shape: kernel, group: isDepthwise ? inputDims[3]! : 1 },
  });
}
