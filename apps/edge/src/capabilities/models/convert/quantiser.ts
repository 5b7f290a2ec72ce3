import type { Block, ConvolutionBlock, SumBlock } from './convolution-blocks.ts';
import { reorderWeights, windowOf } from './convolution.ts';
import { referenceOf } from './graph-recorder.ts';
import type { OnnxBuilder } from './onnx-builder.ts';

/** Least and greatest number of values, by name; values that are cut to 0..6 need none. */
export type Ranges = ReadonlyMap<string, readonly [least: number, greatest: number]>;

/**
 * Seven bits and no eight: on processors without instructions for it the sum of two products of eight bits overflows.
 * Depthwise convolutions multiply and add one by one, so they have the eighth; it takes a quarter of the error away.
 */
const greatestWeight = { whole: 63, depthwise: 127 };
const clipped = [0, 6] as const;
const contributed = 'com.microsoft';

interface Scale {
  step: number;
  zero: number;
}

/**
 * Writes convolutions and their sums in whole numbers of eight bits: half the work of floats for nearly the same result.
 * Values stay in whole numbers from one to the next, channels last as the original keeps them.
 */
export class Quantiser {
  readonly #builder: OnnxBuilder;
  readonly #ranges: Map<string, readonly [number, number]>;
  /** Names of the constants for step and zero, by value. */
  readonly #constants = new Map<string, [string, string]>();
  /** Names in whole numbers, by value; and which of these are there as floats too. */
  readonly #whole = new Map<string, string>();
  readonly #floats = new Set<string>();

  constructor(builder: OnnxBuilder, ranges: Ranges) {
    this.#builder = builder;
    this.#ranges = new Map(ranges);
  }

  /** Whether a block can be written in whole numbers: what goes in and what comes out has a known range. */
  takes(block: Block): boolean {
    if (block.kind === 'sum') {
      const isTaken = this.#ranges.has(block.output) && this.#inputsOf(block).every((input) => this.#whole.has(input));
      // What is added to the sum was added to one of its terms, if that one was taken.
      if (!isTaken && this.#inputsOf(block).some((input) => this.#whole.has(input)))
        throw new Error(`the range of ${block.output} or of a term of it is not known`);
      return isTaken;
    }
    return this.#ranges.has(referenceOf(block.node.input[0]!)) && (block.isClipped || this.#ranges.has(block.output));
  }

  add(block: Block): void {
    if (block.kind === 'sum') this.#addSum(block);
    else this.#addConvolution(block);
  }

  /** Makes a value available in floats again, under its own name. */
  asFloats(value: string): void {
    const whole = this.#whole.get(value);
    if (whole === undefined || this.#floats.has(value)) return;
    this.#floats.add(value);
    this.#builder.add('DequantizeLinear', [whole, ...this.#scaleInputs(value)], { output: value });
  }

  #addConvolution(block: ConvolutionBlock): void {
    const builder = this.#builder;
    const { node, output } = block;
    if (block.isClipped) this.#ranges.set(output, clipped);
    const [input = '', weights = ''] = node.input.map(referenceOf);
    const isDepthwise = node.op.includes('Depthwise');
    const dims = builder.valueOf(input).dims;
    const kernelDims = builder.valueOf(weights).dims;
    const window = windowOf(node, dims, kernelDims.slice(0, 2));
    const floats = reorderWeights(builder.numbersOf(weights), kernelDims, isDepthwise);
    const numbers = wholeWeights(floats, block, {
      inputStep: this.#scaleOf(input).step,
      greatest: isDepthwise ? greatestWeight.depthwise : greatestWeight.whole,
    });
    const channels = numbers.steps.length;
    const inputs = [
      this.#asWhole(input),
      ...this.#scaleInputs(input),
      builder.constant({ dims: numbers.dims, bytes: numbers.weights }),
      builder.floats([channels], numbers.steps),
      builder.constant({ dims: [channels], bytes: new Int8Array(channels) }),
      ...this.#scaleInputs(output),
      builder.constant({ dims: [channels], words: numbers.bias }),
    ];
    const { strides, dilations, pads, kernel } = window;
    const attributes = {
      strides,
      dilations,
      pads,
      kernel_shape: kernel,
      group: isDepthwise ? dims[3]! : 1,
      channels_last: 1,
    };
    this.#whole.set(output, builder.add('QLinearConv', inputs, { attributes, domain: contributed }));
  }

  #addSum(block: SumBlock): void {
    const terms = this.#inputsOf(block).flatMap((input) => [this.#asWhole(input), ...this.#scaleInputs(input)]);
    this.#whole.set(
      block.output,
      this.#builder.add('QLinearAdd', [...terms, ...this.#scaleInputs(block.output)], { domain: contributed }),
    );
  }

  #asWhole(value: string): string {
    const known = this.#whole.get(value);
    if (known !== undefined) return known;
    const whole = this.#builder.add('QuantizeLinear', [value, ...this.#scaleInputs(value)]);
    this.#whole.set(value, whole);
    this.#floats.add(value);
    return whole;
  }

  #inputsOf(block: SumBlock): string[] {
    return block.node.input.filter((input) => !input.startsWith('^')).map(referenceOf);
  }

  #scaleOf(value: string): Scale {
    const [least, greatest] = this.#ranges.get(value)!;
    // Zero itself must be a whole number: it is what the edges are padded with.
    const step = (Math.max(0, greatest) - Math.min(0, least)) / 255;
    return { step, zero: Math.round(-Math.min(0, least) / step) };
  }

  #scaleInputs(value: string): [string, string] {
    const known = this.#constants.get(value);
    if (known) return known;
    const { step, zero } = this.#scaleOf(value);
    const made: [string, string] = [
      this.#builder.floats([], [step]),
      this.#builder.constant({ dims: [], bytes: Uint8Array.of(zero) }),
    ];
    this.#constants.set(value, made);
    return made;
  }
}

/** Weights with a step for each channel, as large as the channel's greatest weight needs. */
function wholeWeights(
  { dims, values }: { dims: number[]; values: Float32Array },
  { scale, shift }: ConvolutionBlock,
  { inputStep, greatest }: { inputStep: number; greatest: number },
) {
  const channels = dims[0]!;
  const perChannel = values.length / channels;
  const weights = new Int8Array(values.length);
  const steps = new Float32Array(channels);
  const bias = new Int32Array(channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const own = values.subarray(channel * perChannel, (channel + 1) * perChannel);
    const most = own.reduce((least, weight) => Math.max(least, Math.abs(weight * scale[channel]!)), 1e-9);
    steps[channel] = most / greatest;
    own.forEach(
      (weight, at) => (weights[channel * perChannel + at] = Math.round((weight * scale[channel]!) / steps[channel]!)),
    );
    bias[channel] = Math.max(
      -(2 ** 31),
      Math.min(2 ** 31 - 1, Math.round(shift[channel]! / (inputStep * steps[channel]!))),
    );
  }
  return { dims, weights, steps, bias };
}
